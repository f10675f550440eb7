/** The banks that every server has. Their ids stand in state files, too. */

/** The id of the bank that is meant where none is named. */
export const MAIN = 'main'

/** The id of the bank of which new ones are forks. */
export const TEMPLATE = 'template'
