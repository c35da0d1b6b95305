// Shows the cover as the press may fold it, beside the lines: the picture moves, the folds stay.

import { Slider, Text } from '@mantine/core'
import { t } from '../../../language.ts'
import { type Book, isBoundAtRight } from './book.ts'
import classes from './SpineDrift.module.css'

/** Presses fold within 1/16 in. The slider counts in these steps, to the back or to the front. */
const stepsPerInch = 64
const maxSteps = 4
const fractions = ['0', '1/64', '1/32', '3/64', '1/16']

export const driftInches = (steps: number): number => steps / stepsPerInch

type Props = { book: Book; steps: number; change(steps: number): void }

export function SpineDrift({ book, steps, change }: Props) {
  const cover = book.measures?.cover
  if (cover === undefined || cover.spineArea === null) return null
  const { spineArea, safeSpine } = cover
  const nameOfDrift = (to: number) => nameOf(to, to < 0 !== isBoundAtRight(book))
  const clearance = safeSpine === null ? null : safeSpine.x - spineArea.x
  return (
    <div className={classes.drift}>
      <Text size="sm" className="nowrap">
        {t('Spine drift')}
      </Text>
      <Slider
        className={classes.slider}
        size="sm"
        min={-maxSteps}
        max={maxSteps}
        value={steps}
        onChange={change}
        startPointValue={0}
        label={nameOfDrift}
        marks={[{ value: -maxSteps }, { value: 0 }, { value: maxSteps }]}
        thumbLabel={t('Spine drift')}
        thumbValueText={nameOfDrift}
      />
      <Text size="xs" c="dimmed" className={classes.text} role="status">
        {textOf(steps, clearance, nameOfDrift(steps))}
      </Text>
    </div>
  )
}

const nameOf = (steps: number, isToBack: boolean): string =>
  steps === 0
    ? t('None [[drift]]')
    : t(isToBack ? '{fraction} in to the back' : '{fraction} in to the front', {
        fraction: fractions[Math.abs(steps)]!,
      })

/** `clearance`: of text on the spine from its folds; null for a spine that is too thin for text. */
function textOf(steps: number, clearance: number | null, drift: string): string {
  if (steps === 0) return t('A press may fold the cover up to 1/16 in beside the lines. Move the slider to see it.')
  if (clearance === null) return t('The print lies {drift}. This spine is too thin for text.', { drift })
  return Math.abs(driftInches(steps)) <= clearance
    ? t('The print lies {drift}. Text within the safe area stays on the spine.', { drift })
    : t('The print lies {drift}. Even text within the safe area reaches over the fold.', { drift })
}
