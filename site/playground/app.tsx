/** The playground: a story as code on the left, its results on the right. The address of the page contains the story. */
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Editor } from './editor.tsx'
import { codeIn, hashOf } from './link.ts'
import './playground.css'
import { Results } from './results.tsx'
import { runStory } from './run-story.ts'
import { firstStory, stories } from './stories.ts'
import type { ToldTest } from './told.ts'

const RUNNING = 'Running'

/** Opens the playground in an element. @returns a function that closes it */
export function openPlayground(place: HTMLElement): () => void {
  render(<Playground />, place)
  return () => render(null, place)
}

function Playground() {
  const [code, setCode] = useState(firstStory.code)
  const [tests, setTests] = useState<readonly ToldTest[]>([])
  const [status, setStatus] = useState('')
  const [runs, setRuns] = useState(0)
  const end = useRef<() => void>(() => {})

  const run = async (story: string) => {
    end.current()
    setTests([])
    setRuns((count) => count + 1)
    setStatus(RUNNING)
    history.replaceState(history.state, '', await hashOf(story))
    const told: ToldTest[] = []
    end.current = runStory(story, (message) => {
      if (message.kind === 'test') told.push(message.test)
      setTests([...told])
      if (message.kind === 'ended') setStatus(verdictOf(told))
    })
  }
  const open = (story: string) => {
    setCode(story)
    return run(story)
  }
  const stop = () => {
    end.current()
    setStatus('Stopped')
  }
  const copyLink = async () => {
    history.replaceState(history.state, '', await hashOf(code))
    await navigator.clipboard.writeText(location.href)
    setStatus('The link is copied')
  }

  useEffect(() => {
    const follow = () => codeIn(location.hash).then(open, (error: Error) => setStatus(error.message))
    void follow()
    addEventListener('hashchange', follow)
    return () => {
      removeEventListener('hashchange', follow)
      end.current()
    }
  }, [])

  const known = stories.find((story) => story.code === code)
  return (
    <main class="story">
      <h1>Playground</h1>
      <div class="story-bar">
        <label>
          Story{' '}
          <select
            value={known?.name ?? ''}
            onChange={({ currentTarget }) =>
              open(stories.find(({ name }) => name === currentTarget.value)?.code ?? code)
            }
          >
            {!known && <option value="">Your own</option>}
            {stories.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="story-run" onClick={() => run(code)} title="Ctrl+Enter, or ⌘+Enter, in the code">
          Run
        </button>
        <button type="button" onClick={stop} disabled={status !== RUNNING}>
          Stop
        </button>
        <button type="button" onClick={copyLink}>
          Copy link
        </button>
        <span role="status">{status}</span>
      </div>
      <div class="story-panes">
        <Editor code={code} changed={setCode} run={() => run(code)} />
        <Results key={runs} tests={tests} />
      </div>
    </main>
  )
}

function verdictOf(tests: readonly ToldTest[]): string {
  const failed = tests.filter(({ failure }) => failure !== undefined).length
  const passed = tests.length - failed
  return failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`
}
