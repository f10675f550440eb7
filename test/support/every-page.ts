/** Reading a list to its end: as the kits do. */
export { everyPage } from '../../src/bank/invariants/every-page.ts'
