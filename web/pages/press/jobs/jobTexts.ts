// Labels and dates of print jobs, for a press.

import type { ListJobLabelsAnswerParcel, PrintJob } from '../../../apiTypes.ts'
import { bookWord } from '../../../components/books/bookWords.ts'
import type { BookCover } from '../../../components/books/Cover.tsx'
import { capitalize, number } from '../../../components/layout/Values.tsx'
import { jobStatusLabels } from '../../../components/orders/jobStatusLabels.ts'
import type { Tone } from '../../../components/orders/Status.tsx'
import { t } from '../../../language.ts'

export const statusLooks: Record<PrintJob['status'], { label: string; tone: Tone }> = {
  NEW: { label: jobStatusLabels.NEW, tone: 'attention' },
  RECEIVED: { label: jobStatusLabels.RECEIVED, tone: 'attention' },
  ACCEPTED: { label: jobStatusLabels.ACCEPTED, tone: 'working' },
  PRINTED: { label: jobStatusLabels.PRINTED, tone: 'working' },
  SHIPPED: { label: jobStatusLabels.SHIPPED, tone: 'good' },
  CANCELLED: { label: jobStatusLabels.CANCELLED, tone: 'ended' },
  REFUSED: { label: jobStatusLabels.REFUSED, tone: 'ended' },
  PROBLEM: { label: jobStatusLabels.PROBLEM, tone: 'bad' },
  WITHDRAWN: { label: jobStatusLabels.WITHDRAWN, tone: 'ended' },
}

export const isOpen = ({ status }: PrintJob): boolean => ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED'].includes(status)
export const isUnaccepted = ({ status }: PrintJob): boolean => status === 'NEW' || status === 'RECEIVED'

/** The press enters its prices. */
export const needsPrices = ({ enterprise, agreedPrices }: PrintJob): boolean => enterprise && agreedPrices === null

export type JobAction = 'accept' | 'ship' | 'delay' | 'problem' | 'refuse'

/** Why an action is no longer possible; null while it is possible. */
export function tooLateText(act: JobAction, { status }: PrintJob): string | null {
  switch (status) {
    case 'NEW':
    case 'RECEIVED':
      return null
    case 'ACCEPTED':
    case 'PRINTED':
      return act === 'accept' || act === 'refuse' ? t('This job has already been accepted') : null
    case 'SHIPPED':
      return t('This job has already shipped')
    case 'CANCELLED':
      return t('This job has been canceled')
    case 'REFUSED':
      return t('This job has already been refused')
    case 'PROBLEM':
      return t('A problem with this job has already been reported')
    case 'WITHDRAWN':
      return t('This job has moved to another printer')
  }
}

export const dueDayOf = ({ expectedShipDate, dueDate }: PrintJob): string | null => expectedShipDate ?? dueDate

export const copiesOf = ({ items }: PrintJob): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** The cover of a book of a job. */
export const coverOf = ({ jobId, items }: PrintJob, i: number): BookCover | null => {
  const item = items[i]
  if (item === undefined) return null
  const { book, files } = item
  const isStored = (files.cover?.sha256 ?? null) !== null
  return {
    width: book.trim.widthInches,
    height: book.trim.heightInches,
    pictureUrl: isStored ? `/press/jobs/${jobId}/covers/${i}` : null,
  }
}

/** "4 × Trade paperback, 120 pages", for each book; a number stays on the line of its word. */
export const booksOf = ({ items }: PrintJob): string[] =>
  items.map(({ quantity, book, pageCount }) =>
    t('{quantity}\u00a0× {book}, {pages, plural, one {#\u00a0page} other {#\u00a0pages}}', {
      quantity: number(quantity),
      book: book.name,
      pages: pageCount,
    }),
  )

/** The box of a planned parcel, and the books that go into it: customs is told so. */
export const contentsOf = (job: PrintJob, { parcel, box, copies }: PlannedParcel): string =>
  t('Parcel {number}, {box}: {books}', {
    number: number(parcel),
    box,
    books: job.items
      .flatMap(({ book }, i) => (copies[i] ? [`${number(copies[i])}\u00a0× ${book.name}`] : []))
      .join(', '),
  })

type PlannedParcel = Pick<ListJobLabelsAnswerParcel, 'parcel' | 'box' | 'copies'>

/** The first book, and how many others the job has. */
export function bookAndOthers(job: PrintJob): string {
  const [book = '', ...others] = booksOf(job)
  return others.length === 0 ? book : `${book} ${moreBooks(others.length)}`
}

export const moreBooks = (count: number): string =>
  t('and {count, plural, one {# more book} other {# more books}}', { count })

export const shipText = (parcels: number): string =>
  t('Ship in {parcels, plural, one {# parcel} other {# parcels}}', { parcels })

/** "Book 2 of 5: Trade paperback", or the book alone where there is one. */
export const bookTitle = ({ book }: PrintJob['items'][number], position: number, count: number): string =>
  count > 1 ? t('Book {position} of {count}: {book}', { position, count, book: book.name }) : book.name

/** Calendar days since the due day; 0 or less until then. */
export const daysOverdue = (due: string): number =>
  Math.round((Date.parse(dayFromToday(0)) - Date.parse(due)) / 86_400_000)

/** A day of the reader's calendar, from today. */
export function dayFromToday(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

export type JobGroup = { name: string; isLate: boolean; jobs: PrintJob[] }
type Book = PrintJob['items'][number]['book']

export const bindings: Record<Book['binding'], string> = {
  soft: t('perfect bound'),
  hard: t('case bound'),
  stapled: t('saddle stitched'),
  coil: t('coil bound'),
}
/** Bound at the left, if it does not say otherwise. */
const bindingText = ({ binding, bindingEdge }: Book): string =>
  bindingEdge === undefined
    ? capitalize(bindings[binding])
    : t('{binding}, at the right', { binding: capitalize(bindings[binding]) })
/** A batch is made with one setting of a machine: of the press, the cutter or the binder. */
const settings = new Map<string, (book: Book) => string>([
  ['paper', book => bookWord(book.paperType)],
  ['size', book => book.size],
  ['binding', bindingText],
  ['book', book => book.name],
])
export const groupings = [
  { value: '', label: t('By due day') },
  { value: 'paper', label: t('By paper') },
  { value: 'size', label: t('By size') },
  { value: 'binding', label: t('By binding') },
  { value: 'book', label: t('By book') },
]

/** Groups jobs by due day, or into batches. Jobs with a request of the customer come before all others. */
export function groupJobs(jobs: PrintJob[], grouping: string | undefined): JobGroup[] {
  const settingOf = settings.get(grouping ?? '')
  const others = jobs.filter(job => !isAsked(job))
  const [toCancel, toChange] = [jobs.filter(isCancelling), jobs.filter(job => isAsked(job) && !isCancelling(job))]
  const groups = settingOf === undefined ? byDueDay(others) : inBatches(others, settingOf)
  const all = [
    { name: t('Cancellation requested'), isLate: true, jobs: toCancel },
    { name: t('Change requested'), isLate: true, jobs: toChange },
    ...groups,
  ]
  return all.filter(group => group.jobs.length > 0)
}

const isCancelling = ({ cancellationRequested }: PrintJob): boolean => cancellationRequested

/** Its customer waits for an answer. */
export const isAsked = (job: PrintJob): boolean => isCancelling(job) || job.changeRequest !== null

/** A job with books of several batches is in a group of such jobs. */
function inBatches(jobs: PrintJob[], settingOf: (book: Book) => string): JobGroup[] {
  const batches = Map.groupBy(jobs, ({ items }) =>
    [...new Set(items.map(({ book }) => settingOf(book)))].sort().join(' + '),
  )
  return Array.from(batches, ([name, jobs]) => ({ name, isLate: false, jobs })).sort((a, b) =>
    a.name.localeCompare(b.name),
  )
}

function byDueDay(jobs: PrintJob[]): JobGroup[] {
  const [today, tomorrow, week] = [dayFromToday(0), dayFromToday(1), dayFromToday(7)]
  const groups: (JobGroup & { includes: (due: string | null) => boolean })[] = [
    { name: t('Overdue'), isLate: true, jobs: [], includes: due => due !== null && due < today },
    { name: t('Today'), isLate: false, jobs: [], includes: due => due === today },
    { name: t('Tomorrow'), isLate: false, jobs: [], includes: due => due === tomorrow },
    { name: t('Within a week'), isLate: false, jobs: [], includes: due => due !== null && due <= week },
    { name: t('Later'), isLate: false, jobs: [], includes: due => due !== null },
    { name: t('No date'), isLate: false, jobs: [], includes: due => due === null },
  ]
  for (const job of jobs) groups.find(({ includes }) => includes(dueDayOf(job)))!.jobs.push(job)
  return groups
}
