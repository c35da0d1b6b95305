// Names and values, one below the other.

import type { ReactNode } from 'react'
import classes from './Details.module.css'

type Props = { rows: [name: string, value: ReactNode][]; amounts?: true }

export const Details = ({ rows, amounts }: Props) => (
  <dl className={classes.details} data-amounts={amounts}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
