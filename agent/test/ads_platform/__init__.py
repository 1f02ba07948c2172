"""A double of the advertising platform's API that allows only what our guide documents."""

from .ads_platform import AdsPlatform
from .graph_error import GraphError
from .guide_rules import GuideRules, read_guide

__all__ = ["AdsPlatform", "GraphError", "GuideRules", "read_guide"]
