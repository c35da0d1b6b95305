// A ticket that is scanned where no field takes it: the scanner types the id of the job and presses Enter, which would
// otherwise be shortcuts, and a press on whatever button was used last. It opens the job instead.

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const start = 'job_'
/** Longer than any id of ours. */
const longest = 64

const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function useScannedTickets(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let scanned = ''
    const listen = (event: KeyboardEvent) => {
      const { key } = event
      if (key === 'Shift') return
      const before = scanned
      scanned = ''
      if (isElsewhere(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Enter' && before.length > start.length) {
        void navigate({ to: `/jobs/${before}` as never })
      } else if (key.length === 1 && before.length < longest) {
        scanned = [before + key, key].find(text => text.startsWith(start) || start.startsWith(text)) ?? ''
      }
      // From here on these keys are for nobody else.
      if (before.startsWith(start)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [navigate])
}
