/** The page of a trace begins here: it reads its data, and shows it. */
import { render } from 'preact'
import type { Packed } from '../pack.ts'
import type { TraceData } from '../trace-data.ts'
import { unpacked } from './unpack.ts'
import './style.css'

const text = document.querySelector('#data')?.textContent ?? ''
const data = unpacked(JSON.parse(text) as Packed) as TraceData

render(
  <main>
    <h1>{data.title}</h1>
    {data.problem !== null && <pre role="alert">{data.problem}</pre>}
    {data.banks.map((bank) => (
      <ol key={bank.title}>
        {bank.steps.map((step, index) => (
          <li key={index}>
            <time>{step.at.slice(11, 19)}</time> {step.operation}
            <ul>
              {step.facts.map(({ lane, text }) => (
                <li key={text}>
                  {lane} {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    ))}
  </main>,
  document.querySelector('#trace') as HTMLElement,
)
