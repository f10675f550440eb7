/** The ids of the two banks that every server has. State files use the same ids. */

/** The bank for requests that name no bank. */
export const MAIN = 'main'

/** The bank that new banks are forked from. */
export const TEMPLATE = 'template'
