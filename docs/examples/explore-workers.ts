// explore-workers.ts
/** One exploration on several cores: a pool of threads, each with its part of the runs. */
import { Tinypool } from 'tinypool'
import { type Exploration, merge } from 'vostro/explore'

/** Explores what a module exports as `exploreShard`: a function of `{ shard }` that gives the text of an exploration. */
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
