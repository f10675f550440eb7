/** Reading a list to its end: as the kits do. */
export { everyPage } from '../../src/kits/every-page.ts'
