// A status in the service's words: a dot whose colour shows how things are, and the name. A plain element, since a list
// shows it hundreds of times.

import classes from './Status.module.css'

export type Tone = 'waiting' | 'working' | 'good' | 'bad' | 'attention' | 'ended'

export const Status = ({ label, tone, title }: { label: string; tone: Tone; title?: string }) => (
  <span className={classes.status} data-tone={tone} title={title}>
    {label}
  </span>
)
