// Names and values, one below the other.

import type { ReactNode } from 'react'
import classes from './Facts.module.css'

type Props = { facts: [name: string, value: ReactNode][]; amounts?: true }

export const Facts = ({ facts, amounts }: Props) => (
  <dl className={classes.facts} data-amounts={amounts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
