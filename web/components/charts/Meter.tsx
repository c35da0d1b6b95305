// The used share of a limit.

import classes from './Meter.module.css'

type Props = { label: string; value: number; of: number; tone?: 'calm' | 'full' }

export const Meter = ({ label, value, of, tone = 'calm' }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element as they like
  <div
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={of}
    aria-valuenow={Math.min(value, of)}
    className={classes.track}
  >
    <div
      className={classes.bar}
      hidden={value === 0}
      data-tone={tone}
      style={{ width: `${of === 0 ? 100 : Math.min(100, (100 * value) / of)}%` }}
    />
  </div>
)
