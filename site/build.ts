/** Builds the site (`npm run site`) into `site/dist`, for any file server and any base path. */
import { build } from 'vitepress'
import { root } from '../test/docs/doc-files.ts'
import { freeOfBase } from './any-base.ts'
import { deadLinksIn } from './dead-links.ts'
import { copyDownloads, stagePages } from './pages.ts'

const built = `${root}site/dist`

stagePages()
await build(`${root}site`)
copyDownloads(built)
freeOfBase(built)
const dead = deadLinksIn(built)
if (dead.length > 0) throw new Error(`Failed to build the site: ${dead.length} links lead nowhere.\n${dead.join('\n')}`)
process.stdout.write('The site is in site/dist. Any file server serves it.\n')
