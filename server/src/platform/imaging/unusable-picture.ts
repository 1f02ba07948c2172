/** The file is not a usable picture or video: truncated, broken, too large or of another kind. */
export class UnusablePicture extends Error {}
