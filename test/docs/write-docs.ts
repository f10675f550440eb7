/** Writes the reference pages, the OpenAPI document, the examples that pages show, and the index: `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { pages, root, withExamples } from './doc-files.ts'
import { indexOf, indexPath } from './doc-index.ts'
import { referencePages } from './doc-pages.ts'
import { openapiFile } from './openapi-file.ts'

for (const [path, text] of Object.entries(await referencePages())) writeFileSync(root + path, text)
const { path, text } = await openapiFile()
writeFileSync(root + path, text)
for (const { path, text } of pages()) {
  const written = withExamples(text)
  if (written !== text) writeFileSync(root + path, written)
}
// Of the pages as they are written by now.
writeFileSync(root + indexPath, indexOf(pages()))
