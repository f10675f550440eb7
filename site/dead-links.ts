/** Checks that every link, script, style and picture of the built site leads to a file of the site, and to a heading that it has. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Returns a line for each dead link of the site in a folder. */
export function deadLinksIn(folder: string): string[] {
  const places = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'))
  const pages = new Map(places.map((place) => [place, readFileSync(`${folder}/${place}`, 'utf8')]))
  const leads = (place: string, link: string) => {
    const [name = '', anchor] = link.split('#')
    const path = posix.join(posix.dirname(place), decodeURI(name))
    const file = name === '' ? place : /\.\w+$/.test(path) ? path : posix.join(path, 'index.html')
    if (!existsSync(`${folder}/${file}`)) return false
    return anchor === undefined || anchor === '' || pages.get(file)?.includes(`id="${decodeURI(anchor)}"`) !== false
  }
  return [...pages].flatMap(([place, html]) =>
    [...html.matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?:|data:)/.test(link) && !leads(place, link))
      .map((link) => `${place}: ${link}`),
  )
}
