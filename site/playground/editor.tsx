/** The editor of a story. The tab key moves the focus to the next field, as in any other field. */
import { javascript } from '@codemirror/lang-javascript'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup, EditorView } from 'codemirror'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

interface Given {
  readonly code: string
  changed(code: string): void
  run(): void
}

export function Editor({ code, changed, run }: Given) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const given = useRef({ changed, run })
  given.current = { changed, run }

  useEffect(() => {
    const runNow = () => {
      given.current.run()
      return true
    }
    const extensions = [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run: runNow }])),
      basicSetup,
      EditorView.lineWrapping,
      javascript({ typescript: true }),
      syntaxHighlighting(classHighlighter),
      EditorView.contentAttributes.of({ 'aria-label': 'Code of the story', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) given.current.changed(update.state.doc.toString())
      }),
    ]
    view.current = new EditorView({ state: EditorState.create({ doc: code, extensions }), parent: place.current! })
    return () => view.current?.destroy()
  }, [])

  // A layout effect, which comes before the next key: a later one would write over what was typed since.
  useLayoutEffect(() => {
    const present = view.current?.state.doc.toString() ?? code
    if (present !== code) view.current?.dispatch({ changes: { from: 0, to: present.length, insert: code } })
  }, [code])

  return <div class="story-editor" ref={place} />
}
