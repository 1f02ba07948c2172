/** The queue is full, or the service is closing: try again later. */
export class CleanerUnavailable extends Error {}

export const closingError = () => new CleanerUnavailable('the service is closing')
