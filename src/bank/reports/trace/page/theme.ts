/** Dark or light: as the system has it, until the page is told otherwise. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

export function useTheme(): [isDark: boolean, toggle: () => void] {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  // Before anything is drawn: the plot takes its colours from the style sheet.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }, [isDark])
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setDark(system.matches)
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  return [isDark, () => setDark((before) => !before)]
}
