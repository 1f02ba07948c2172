"""Test double of the ads platform's Graph API, used by the tests of the guide and of the skills.

It reads its rules (endpoints, fields, enum values) from our marketing guide in `agent/guide`, and refuses
every call that the guide does not document.
"""

from .ads_platform import AdsPlatform
from .graph_error import GraphError
from .guide_rules import GuideRules, read_guide

__all__ = ["AdsPlatform", "GraphError", "GuideRules", "read_guide"]
