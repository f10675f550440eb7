// explore-workers.ts
/** Makes one exploration on several cores: each thread of a pool explores a part of the runs. */
import { Tinypool } from 'tinypool'
import { type Exploration, merge } from 'vostro/explore'

/** Calls the function `exploreShard` of a module for each part, and merges the explorations that the calls return as JSON text. */
export async function exploreOnCores(module: URL, cores: number, options: object = {}): Promise<Exploration> {
  const pool = new Tinypool({ filename: module.href, minThreads: cores, maxThreads: cores, ...options })
  try {
    const shards = Array.from({ length: cores }, (_, index) => `${index + 1}/${cores}`)
    const texts: string[] = await Promise.all(shards.map((shard) => pool.run({ shard }, { name: 'exploreShard' })))
    return merge(texts.map((text) => JSON.parse(text)))
  } finally {
    await pool.destroy()
  }
}
