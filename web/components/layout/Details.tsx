// Names and values, one below the other. A row without a value is not shown.
//
//   <Details rows={[[t('Printer'), job.printer], [t('Endpapers'), book.endpapers]]} />

import type { ReactNode } from 'react'
import classes from './Details.module.css'

export type DetailRow = [name: string, value: ReactNode]
type Props = { rows: DetailRow[]; amounts?: true }

export const Details = ({ rows, amounts }: Props) => (
  <dl className={classes.details} data-amounts={amounts}>
    {rows.map(([name, value]) =>
      value === undefined || value === null || value === false ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
