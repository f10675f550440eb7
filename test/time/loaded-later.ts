/** A module that a test imports while a clock is followed. */
export const loaded = 'later'
