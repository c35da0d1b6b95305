// Opens the job whose ticket is scanned while no field has the focus. The scanner types the id of the job and presses
// Enter, which would otherwise trigger shortcuts and the button that was used last.

import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

const jobIdPrefix = 'job_'
/** Longer than any id of ours. */
const maxCharacters = 64

const isHandledElsewhere = (target: EventTarget | null) =>
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
      if (isHandledElsewhere(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Enter' && before.length > jobIdPrefix.length) {
        void navigate({ to: `/jobs/${before}` })
      } else if (key.length === 1 && before.length < maxCharacters) {
        scanned = [before + key, key].find(text => text.startsWith(jobIdPrefix) || jobIdPrefix.startsWith(text)) ?? ''
      }
      // These keys belong to a scan and must not trigger anything else.
      if (before.startsWith(jobIdPrefix)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [navigate])
}
