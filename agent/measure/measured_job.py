"""The job of the measured production loop: a live job is polled every ten seconds."""

PROMPT = (
    "The mug from the photo on a wooden table at a window, steam rising, morning light from the left, "
    "room for a headline in the upper third"
)
# This one runs for five polls and is finished at the sixth.
MODEL = "simulator/slow"
SLOW_SECONDS = 54
