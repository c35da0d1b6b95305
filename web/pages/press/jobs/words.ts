// Jobs in the words of a press.

import type { PrintJob } from '../../../apiTypes.ts'
import type { Tone } from '../../../components/Status.tsx'
import { number, plural } from '../../../components/Values.tsx'

export const statusWords: Record<PrintJob['status'], { label: string; tone: Tone }> = {
  NEW: { label: 'New', tone: 'attention' },
  RECEIVED: { label: 'Received', tone: 'attention' },
  ACCEPTED: { label: 'Accepted', tone: 'working' },
  PRINTED: { label: 'Printed', tone: 'working' },
  SHIPPED: { label: 'Shipped', tone: 'good' },
  CANCELLED: { label: 'Cancelled', tone: 'ended' },
  REFUSED: { label: 'Refused', tone: 'ended' },
  PROBLEM: { label: 'Problem', tone: 'bad' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'ended' },
}

export const isOpen = ({ status }: PrintJob): boolean => ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED'].includes(status)
export const isToAccept = ({ status }: PrintJob): boolean => status === 'NEW' || status === 'RECEIVED'

export type Act = 'accept' | 'ship' | 'delay' | 'problem' | 'refuse'

/** Why an act is no longer possible, as when somebody else has done it; null while it is. */
export function tooLateTo(act: Act, { status }: PrintJob): string | null {
  switch (status) {
    case 'NEW':
    case 'RECEIVED':
      return null
    case 'ACCEPTED':
    case 'PRINTED':
      return act === 'accept' || act === 'refuse' ? 'This job has already been accepted' : null
    case 'SHIPPED':
      return 'This job has already shipped'
    case 'CANCELLED':
      return 'This job has been cancelled'
    case 'REFUSED':
      return 'This job has already been refused'
    case 'PROBLEM':
      return 'A problem with this job has already been reported'
    case 'WITHDRAWN':
      return 'This job has been given to another printer'
  }
}

export const dueOf = ({ expectedShipDate, dueDate }: PrintJob): string | null => expectedShipDate ?? dueDate

export const copiesOf = ({ items }: PrintJob): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** "4 × Trade paperback, 120 pages", for each book; a number is not parted from its word. */
export const booksOf = ({ items }: PrintJob): string[] =>
  items.map(
    ({ quantity, book, manufacturingSku, pageCount }) =>
      `${number(quantity)}\u00a0× ${book?.name ?? manufacturingSku}, ${plural(pageCount, 'page').replace(' ', '\u00a0')}`,
  )

/** "Book 2 of 5: Trade paperback", or the book alone where there is one. */
export function bookTitle({ book, manufacturingSku }: PrintJob['items'][number], place: number, of: number): string {
  const name = book?.name ?? manufacturingSku
  return of > 1 ? `Book ${place} of ${of}: ${name}` : name
}

/** Whole days of the calendar since the day on which it was due; 0 or less before. */
export const daysLate = (due: string): number =>
  Math.round((Date.parse(dayFromToday(0)) - Date.parse(due)) / 86_400_000)

/** A day of the reader's calendar, from today. */
export function dayFromToday(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export type DueGroup = { name: string; isLate: boolean; jobs: PrintJob[] }

/** Grouped by due day, late jobs first; before them, jobs that may be made in vain. */
export function byDueDay(jobs: PrintJob[]): DueGroup[] {
  const [today, tomorrow, week] = [dayFromToday(0), dayFromToday(1), dayFromToday(7)]
  const asked: DueGroup = { name: 'Wants to cancel', isLate: true, jobs: [] }
  const groups: (DueGroup & { holds: (due: string | null) => boolean })[] = [
    { name: 'Late', isLate: true, jobs: [], holds: due => due !== null && due < today },
    { name: 'Today', isLate: false, jobs: [], holds: due => due === today },
    { name: 'Tomorrow', isLate: false, jobs: [], holds: due => due === tomorrow },
    { name: 'Within a week', isLate: false, jobs: [], holds: due => due !== null && due <= week },
    { name: 'Later', isLate: false, jobs: [], holds: due => due !== null },
    { name: 'Without a date', isLate: false, jobs: [], holds: due => due === null },
  ]
  for (const job of jobs) {
    const group = job.cancellationRequested ? asked : groups.find(({ holds }) => holds(dueOf(job)))!
    group.jobs.push(job)
  }
  const all = [asked, ...groups]
  for (const group of all) group.jobs.sort((a, b) => ((dueOf(a) ?? '') < (dueOf(b) ?? '') ? -1 : 1))
  return all.filter(group => group.jobs.length > 0)
}
