// The number of the days before, over a bar of the difference: to the right for more, to the left for less.

import { number } from '../layout/Values.tsx'
import classes from './Report.module.css'

type DifferenceProps = { now: number; before: number; largest: number }

export const Before = ({ now, before, largest }: DifferenceProps) => (
  <>
    {number(before)}
    <div className={classes.difference} data-less={now < before || undefined} aria-hidden>
      <div hidden={now === before} style={{ width: `${(50 * Math.abs(now - before)) / Math.max(1, largest)}%` }} />
    </div>
  </>
)

export const largestDifference = (pairs: readonly (readonly [now: number, before: number])[]): number =>
  pairs.reduce((largest, [now, before]) => Math.max(largest, Math.abs(now - before)), 0)
