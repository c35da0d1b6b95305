// Selects a row of a list, or all rows. A plain element: hundreds of them come and go while a list scrolls.

import { useEffect, useRef } from 'react'
import classes from './RowCheckbox.module.css'

type Props = {
  label: string
  checked: boolean
  isPartly?: boolean
  disabled?: boolean
  change: (isChosen: boolean) => void
}

export function RowCheckbox({ label, checked, isPartly = false, disabled, change }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className={classes.label}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={event => change(event.currentTarget.checked)}
      />
    </label>
  )
}
