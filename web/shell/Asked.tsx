// Makes requests to cancel impossible to miss at the press: a bar over every screen, their number in the title of the
// tab, and, if wanted, a sound.

import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { OctagonAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, ask } from '../api.ts'
import { plural } from '../components/Values.tsx'
import classes from './Asked.module.css'

const everyMs = 60_000
/** More than anybody reads in the title of a tab. */
const mostAsked = 200

/** The open jobs whose customers want to cancel. */
export function useAsked() {
  const { data } = useQuery({
    queryKey: ['press', 'asked'],
    queryFn: () =>
      ask(api.GET('/press/jobs', { params: { query: { cancellationRequested: true, limit: mostAsked } } })),
    // The stream of events reports each request; this is for when it does not.
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
  })
  return data?.jobs ?? []
}

export const useSound = () =>
  useLocalStorage({ key: 'octavo-press-sound', defaultValue: 'off', getInitialValueInEffect: false })

/** Keeps the number in the title, whichever screen sets the title. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const put = () => {
      const plain = document.title.replace(/^\(\d+\) /, '')
      const wanted = count > 0 ? `(${count}) ${plain}` : plain
      if (document.title !== wanted) document.title = wanted
    }
    put()
    const observer = new MutationObserver(put)
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

export function AskedBar({ jobs }: { jobs: ReturnType<typeof useAsked> }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [first] = jobs
  if (first === undefined) return null
  const to = jobs.length === 1 ? `/jobs/${first.jobId}` : '/jobs'
  const isThere = pathname === to && jobs.length === 1
  return (
    <UnstyledButton
      className={classes.bar}
      onClick={() => void navigate({ to: to as never, search: (jobs.length === 1 ? {} : { show: 'asked' }) as never })}
    >
      <OctagonAlert size={16} aria-hidden />
      <span>
        <strong>{plural(jobs.length, 'request')} to cancel</strong>
        {jobs.length === 1 ? `: ${first.customerOrderId}` : ''}
      </span>
      {isThere ? null : <span className={classes.act}>Decide now</span>}
    </UnstyledButton>
  )
}
