/** The file is not a picture or a video we can vouch for: cut short, broken, too large or of another kind. */
export class UnusablePicture extends Error {}
