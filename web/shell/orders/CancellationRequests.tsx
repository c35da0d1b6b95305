// Makes customers' requests to cancel or to change impossible to miss at the press: a bar above every screen, their
// number in the title of the tab, and, if switched on, a sound.

import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { OctagonAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api } from '../../api.ts'
import { t } from '../../language.ts'
import classes from './CancellationRequests.module.css'

const refetchMs = 60_000
/** More than a press has at once. */
const maxRequests = 200

/** The open jobs whose customers want to cancel, or another address or class. */
export function useCancellationRequests() {
  const { data } = useQuery({
    queryKey: ['press', 'asked'],
    queryFn: () => api.GET('/press/jobs', { params: { query: { waitsForAnswer: true, limit: maxRequests } } }),
    // The stream of events reports each request; polling covers an interrupted stream.
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
  })
  return data?.jobs ?? []
}

export const useSound = () =>
  useLocalStorage({ key: 'octavo-press-sound', defaultValue: 'off', getInitialValueInEffect: false })

/** Keeps the number in the title, whichever screen sets the title. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const updateTitle = () => {
      const titleWithoutCount = document.title.replace(/^\(\d+\) /, '')
      const title = count > 0 ? `(${count}) ${titleWithoutCount}` : titleWithoutCount
      if (document.title !== title) document.title = title
    }
    updateTitle()
    const observer = new MutationObserver(updateTitle)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}

/** Plays two tones when the number has grown. */
export function useChime(count: number): void {
  const [sound] = useSound()
  const before = useRef(count)
  useEffect(() => {
    if (sound === 'on' && count > before.current) chime()
    before.current = count
  }, [count, sound])
}

export function chime(): void {
  const context = new AudioContext()
  for (const [i, hertz] of [660, 880].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hertz
    volume.gain.value = 0.15
    tone.connect(volume).connect(context.destination)
    tone.start(context.currentTime + i * 0.25)
    tone.stop(context.currentTime + i * 0.25 + 0.2)
  }
  setTimeout(() => void context.close(), 1000)
}

export function CancellationBar({ jobs }: { jobs: ReturnType<typeof useCancellationRequests> }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [first] = jobs
  if (first === undefined) return null
  const to = jobs.length === 1 ? `/jobs/${first.jobId}` : '/jobs'
  const isThere = pathname === to && jobs.length === 1
  return (
    <UnstyledButton
      className={classes.bar}
      onClick={() => void navigate({ to, search: jobs.length === 1 ? {} : { show: 'asked' } })}
    >
      <OctagonAlert size={16} aria-hidden />
      <span>
        <strong>
          {t('{count, plural, one {# request waits} other {# requests wait}} for your answer', { count: jobs.length })}
        </strong>
        {jobs.length === 1 ? `: ${orderTitle(first)}` : ''}
      </span>
      {isThere ? null : <span className={classes.respond}>{t('Respond now')}</span>}
    </UnstyledButton>
  )
}
