/** The results of a story: the verdict of each test, and the timeline and the trace of one of its banks. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Scene, ToldTest } from './told.ts'

export function Results({ tests }: { readonly tests: readonly ToldTest[] }) {
  const scenes = tests.flatMap((test) => test.scenes.map((scene) => ({ ...scene, of: test.name })))
  const [chosen, choose] = useState<number>()
  // Until the reader chooses a scene, show the first one of a failed test.
  const failed = scenes.findIndex(({ of }) => tests.some(({ name, failure }) => name === of && failure !== undefined))
  const shown = chosen ?? Math.max(failed, 0)
  const scene = scenes[shown]
  return (
    <section class="story-results" aria-label="What the story tells">
      <Scrolled class="story-tests" label="Tests">
        {tests.map((test) => (
          <Verdict key={test.name} test={test} />
        ))}
      </Scrolled>
      {scenes.length > 1 && (
        <label class="story-scenes">
          Shown:{' '}
          <select value={shown} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
            {scenes.map(({ title, of }, index) => (
              <option key={`${of} ${title}`} value={index}>
                {title}, {of}
              </option>
            ))}
          </select>
        </label>
      )}
      {scene && <Shown scene={scene} />}
    </section>
  )
}

/** A region that scrolls. */
function Scrolled({ label, children, ...others }: { class: string; label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
    <section aria-label={label} tabIndex={0} {...others}>
      {children}
    </section>
  )
}

function Verdict({ test: { name, printed, failure } }: { readonly test: ToldTest }) {
  return (
    <article class={failure === undefined ? 'passed' : 'failed'}>
      <h2>
        <span class="story-mark" aria-hidden="true">
          {failure === undefined ? '✓' : '✗'}
        </span>{' '}
        {name} <span class="story-word">{failure === undefined ? 'passed' : 'failed'}</span>
      </h2>
      {failure !== undefined && <pre class="story-failure">{failure}</pre>}
      {printed !== '' && <pre>{printed}</pre>}
    </article>
  )
}

function Shown({ scene }: { readonly scene: Scene }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([scene.trace], { type: 'text/html' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [scene.trace])
  return (
    <>
      <Scrolled class="story-timeline" label="Timeline">
        <pre>{scene.timeline}</pre>
      </Scrolled>
      {url !== undefined && <iframe key={url} src={url} title={`Trace of ${scene.title}`} />}
    </>
  )
}
