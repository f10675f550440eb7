/** The ids of the banks that every server has. State files have them, too. */

/** The bank of requests that name none. */
export const MAIN = 'main'

/** The bank of which new banks are forks. */
export const TEMPLATE = 'template'
