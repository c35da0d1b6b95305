// A status: a colored dot and the service's label. A plain element, since a list shows it hundreds of times.

import classes from './Status.module.css'

export type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'attention' | 'ended'

export const Status = ({ label, tone, title }: { label: string; tone: Tone; title?: string }) => (
  <span className={classes.status} data-tone={tone} title={title}>
    {label}
  </span>
)
