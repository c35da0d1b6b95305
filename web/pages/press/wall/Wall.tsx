// A screen for the wall of a print shop, read from five meters: jobs that are late, due today and due next, the pace,
// and Rush above all. It needs no input: it follows the desk's events, and shows the age of its numbers without a
// connection.

import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { api } from '../../../api.ts'
import type { PressWall, PressWallOpen } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { useOnline } from '../../../components/feedback/online.ts'
import { PageFailure, PageSkeleton } from '../../../components/layout/Page.tsx'
import { usePageTitle } from '../../../components/layout/pageTitle.ts'
import { capitalize, number } from '../../../components/layout/Values.tsx'
import { rush, shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { readerLocale, t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { useLiveUpdates } from '../../../shell/orders/liveUpdates.ts'
import { useSession } from '../../../shell/session/session.ts'
import classes from './Wall.module.css'

const refetchMs = 60_000
/** Two readings failed. */
const oldMs = 150_000
const tickMs = 10_000
/** As many fit on a screen. */
const shownDays = 4
const shownRush = 5

const affectedKeys = () => [['press']]

export function Page() {
  useLiveUpdates('/press/events', affectedKeys)
  useWakeLock()
  usePageTitle(t('Wall view'))
  const now = useNow()
  const isOnline = useOnline()
  const printer = useSession().data?.printer
  const wall = useQuery({
    queryKey: ['press', 'wall'],
    // This device's time, because the clocks of the service and of the device differ.
    queryFn: async () => ({ ...(await api.GET('/press/wall')), receivedAt: Date.now() }),
    refetchInterval: refetchMs,
    refetchIntervalInBackground: true,
  })
  const { data, error, isPending } = wall
  if (data === undefined)
    return isPending ? <PageSkeleton /> : <PageFailure error={error} retry={() => void wall.refetch()} />
  const ageMs = Math.max(0, now - data.receivedAt)
  return (
    <main className={classes.wall}>
      <header className={classes.head}>
        <h1>{printer ?? brand.name}</h1>
        <p className={classes.cutOff}>{t('Cut-off {time}', { time: hourText(data.cutOff.nextAt, data.timeZone) })}</p>
        <time className={classes.clock}>{clockText(now)}</time>
        <div className={classes.buttons}>
          <FullScreen />
          <ActionIcon
            size="lg"
            variant="default"
            aria-label={t('Back to the jobs')}
            title={t('Back to the jobs')}
            renderRoot={props => <Link {...props} to="/jobs" />}
          >
            <X size={20} />
          </ActionIcon>
        </div>
      </header>
      {!isOnline || wall.isRefetchError || ageMs > oldMs ? (
        <p className={classes.old} role="alert">
          {t('No connection.')} {ageText(ageMs)}
        </p>
      ) : null}
      <Numbers wall={data} />
    </main>
  )
}

function Numbers({ wall }: { wall: PressWall }) {
  const { today, open, shippedToday, hours, cutOff, timeZone } = wall
  const isBeforeCutOff = dayOf(cutOff.nextAt, timeZone) === today
  const late = open.filter(({ dueOn }) => dueOn !== null && dueOn < today)
  const ofToday = open.filter(({ dueOn }) => dueOn === today)
  const requests = sumOf(open, ({ cancellationsRequested }) => cancellationsRequested)
  return (
    <>
      <Rush wall={wall} />
      <div className={classes.tiles}>
        <Tile name={t('Late')} count={jobsOf(late)} tone="bad" about={stagesText(late)} />
        <Tile
          name={isBeforeCutOff ? t('Today, until {time}', { time: hourText(cutOff.nextAt, timeZone) }) : t('Today')}
          count={jobsOf(ofToday)}
          tone="plain"
          about={stagesText(ofToday)}
        />
        <Tile name={t('Shipped today')} count={shippedToday} tone="good" />
        {requests > 0 ? <Tile name={t('To cancel')} count={requests} tone="bad" /> : null}
      </div>
      <div className={classes.halves}>
        <Next wall={wall} />
        <Hours hours={hours} timeZone={wall.timeZone} />
      </div>
    </>
  )
}

type TileProps = { name: string; count: number; tone: 'bad' | 'good' | 'plain'; about?: string }

const Tile = ({ name, count, tone, about }: TileProps) => (
  <section className={classes.tile} data-tone={count === 0 ? 'plain' : tone} aria-label={name}>
    <h2>{name}</h2>
    <strong style={{ '--characters': number(count).length } as CSSProperties}>{number(count)}</strong>
    {about === undefined ? null : <p>{about}</p>}
  </section>
)

/** Nothing is shown without such jobs, so that the bar is not overlooked when it comes. */
function Rush({ wall: { open, rush: jobs, today } }: { wall: PressWall }) {
  const count = jobsOf(open.filter(({ shippingClassification }) => shippingClassification === rush))
  if (count === 0) return null
  const shown = jobs.slice(0, shownRush)
  return (
    <section className={classes.rush} aria-label={t('Rush')}>
      <h2>
        {t('Rush')} <strong>{number(count)}</strong>
      </h2>
      <ul>
        {shown.map(job => (
          <li key={job.jobId}>
            <span className="wrap">{orderName(job)}</span> <span>{dayText(job.dueOn, today)}</span>
          </li>
        ))}
        {count > shown.length ? <li>{t('and {count} more', { count: number(count - shown.length) })}</li> : null}
      </ul>
    </section>
  )
}

/** The days after today, and their shipping classes, the fastest first. */
function Next({ wall: { open, today } }: { wall: PressWall }) {
  const later = open.filter(({ dueOn }) => dueOn === null || dueOn > today)
  const days = [...Map.groupBy(later, ({ dueOn }) => dueOn)]
  const names = [...new Set(later.map(({ shippingClassification }) => shippingClassification ?? ''))].sort(
    (a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b),
  )
  const rest = jobsOf(days.slice(shownDays).flatMap(([, groups]) => groups))
  return (
    <section className={classes.panel} aria-label={t('Next [[jobs]]')}>
      <h2>{t('Next [[jobs]]')}</h2>
      {days.length === 0 ? <p>{t('Nothing is due after today.')}</p> : null}
      {days.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Due')}</th>
              {names.map(name => (
                <th key={name} scope="col" data-rush={name === rush || undefined}>
                  {name === '' ? t('Other [[shipping class]]') : capitalize(shippingClassName(name))}
                </th>
              ))}
              <th scope="col">{t('Jobs')}</th>
            </tr>
          </thead>
          <tbody>
            {days.slice(0, shownDays).map(([dueOn, groups]) => (
              <tr key={dueOn}>
                <th scope="row">{dayText(dueOn, today)}</th>
                {names.map(name => {
                  const count = jobsOf(groups.filter(group => (group.shippingClassification ?? '') === name))
                  return (
                    <td key={name} data-rush={(name === rush && count > 0) || undefined}>
                      {count === 0 ? '–' : number(count)}
                    </td>
                  )
                })}
                <td>{number(jobsOf(groups))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest > 0 ? <p>{t('and {count} more', { count: number(rest) })}</p> : null}
    </section>
  )
}

function Hours({ hours, timeZone }: { hours: PressWall['hours']; timeZone: string }) {
  const highest = Math.max(1, ...hours.map(({ shipped }) => shipped))
  return (
    <section className={classes.panel} aria-label={t('Shipped per hour')}>
      <h2>{t('Shipped per hour')}</h2>
      {hours.every(({ shipped }) => shipped === 0) ? (
        <p>{t('Nothing shipped yet')}</p>
      ) : (
        <ol className={classes.hours}>
          {hours.map(({ startsAt, shipped }) => (
            <li key={startsAt}>
              <span>{shipped === 0 ? '' : number(shipped)}</span>
              <span className={classes.bar} style={{ height: `${(100 * shipped) / highest}%` }} />
              <span>{shortHourText(startsAt, timeZone)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function FullScreen() {
  const [isFull, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  // Not on a phone of Apple's.
  if (isFull || !document.fullscreenEnabled) return null
  return (
    <ActionIcon
      size="lg"
      variant="default"
      aria-label={t('Full screen')}
      title={t('Full screen')}
      onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
    >
      <Maximize2 size={20} />
    </ActionIcon>
  )
}

function useNow(): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), tickMs)
    return () => clearInterval(timer)
  }, [])
  return Date.now()
}

/** Keeps the screen on, as long as it is shown, where the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const keep = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isGone) void lock?.release()
    }
    void keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', keep)
      void lock?.release()
    }
  }, [])
}

const sumOf = (groups: PressWallOpen[], of: (group: PressWallOpen) => number) =>
  groups.reduce((sum, group) => sum + of(group), 0)
const jobsOf = (groups: PressWallOpen[]) =>
  sumOf(groups, ({ toAccept, toPrint, toShip }) => toAccept + toPrint + toShip)

/** "2 to accept, 5 to print, 1 to ship". */
const stagesText = (groups: PressWallOpen[]): string =>
  (
    [
      ['toAccept', t('{count} to accept', { count: number(sumOf(groups, group => group.toAccept)) })],
      ['toPrint', t('{count} to print', { count: number(sumOf(groups, group => group.toPrint)) })],
      ['toShip', t('{count} to ship', { count: number(sumOf(groups, group => group.toShip)) })],
    ] as const
  )
    .flatMap(([stage, text]) => (sumOf(groups, group => group[stage]) === 0 ? [] : [text]))
    .join(', ')

const rankOf = (name: string) => {
  const rank = [rush, 'expedited', 'standard'].indexOf(name)
  return rank === -1 ? 3 : rank
}

const weekday = new Intl.DateTimeFormat(readerLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

function dayText(day: string | null, today: string): string {
  if (day === null) return t('No date')
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days < 0) return t('{count, plural, one {# day} other {# days}} late', { count: -days })
  if (days === 0) return t('Today')
  return days === 1 ? t('Tomorrow') : weekday.format(Date.parse(day))
}

const dayOf = (at: string, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.parse(at))

/** By the clock of the print shop. */
const hourText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(readerLocale, { hour: 'numeric', minute: '2-digit', timeZone }).format(Date.parse(at))
const shortHourText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(readerLocale, { hour: 'numeric', timeZone }).format(Date.parse(at))

const clock = new Intl.DateTimeFormat(readerLocale, { hour: 'numeric', minute: '2-digit' })
const clockText = (now: number) => clock.format(now)

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('These numbers are less than a minute old.')
  return minutes < 120
    ? t('These numbers are {count, plural, one {# minute} other {# minutes}} old.', { count: minutes })
    : t('These numbers are {count, plural, one {# hour} other {# hours}} old.', { count: Math.floor(minutes / 60) })
}
