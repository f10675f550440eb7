/** Reading a list to its end: as the kits do. */
export { everyPage } from '../../src/bank/books/every-page.ts'
