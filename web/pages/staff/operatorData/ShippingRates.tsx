// The rates of all zones and classes as a grid: of parcels, of freight, and their cost. A class with an empty row is
// not sold, and freight or a cost with an empty row is not given.

import { useState } from 'react'
import { Section } from '../../../components/layout/Section.tsx'
import { shippingClassOptions } from '../../../components/orders/shippingClasses.ts'
import { CellGrid } from '../../../components/staff/CellGrid.tsx'
import { type CellUnit, type GridColumn, type GridRow, keysOf } from '../../../components/staff/cells.ts'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ChosenTab } from '../../../shell/frame/ScreenTabs.tsx'
import { mistakeAt, type Path, valueAt, withoutEmpty, withValue } from './content.ts'
import { useEditing } from './Fields.tsx'
import { NewStep } from './NewStep.tsx'
import { readFile } from './readFile.ts'
import { indexOfStep, type StepKind, stepsIn, stepText, valueAtStep, withStep } from './steps.ts'

const zonesPath: Path = ['shipping', 'zones']
const dollars: CellUnit = { decimals: 2, min: 0, max: 10_000, sign: '$' }
const days: CellUnit = { decimals: 0, min: 0, max: 60, sign: '' }
const copies: CellUnit = { decimals: 0, min: 2, max: 10_000, sign: '' }
const pounds: StepKind = { step: 'upToPounds', value: 'centsPerPound' }

const parcelsFirst = t('No rates of parcels yet. Enter them first.')
const freightFirst = t('No rates of freight yet. Enter them first.')
/** A rate of parcels has all others within. */
const parts = [
  { part: 'parcels', name: t('Parcels'), path: [], isCost: false, none: t('No zones yet. Add a zone above.') },
  { part: 'freight', name: t('Freight of large orders'), path: ['freight'], isCost: false, none: parcelsFirst },
  { part: 'cost', name: t('Your cost of parcels'), path: ['cost'], isCost: true, none: parcelsFirst },
  {
    part: 'freight-cost',
    name: t('Your cost of freight'),
    path: ['freight', 'cost'],
    isCost: true,
    none: freightFirst,
  },
]
type Part = (typeof parts)[number]

export function ShippingRates() {
  const [filters, setFilters] = useFilters()
  const chosen = parts.find(({ part }) => part === filters.part) ?? parts[0]!
  return (
    <Section
      title={t('Rates')}
      about={t('What a class costs to a zone. An empty row is not sold. Only your staff see costs.')}
    >
      <ChosenTab
        tabs={parts.map(part => ({ tab: part.part, name: part.name, content: <Rates key={part.part} {...part} /> }))}
        chosen={chosen.part}
        choose={part => setFilters({ part: part === 'parcels' ? '' : (part ?? '') })}
      />
    </Section>
  )
}

function Rates({ name, path, isCost, none }: Part) {
  const { content, mistakes, change, isReadOnly } = useEditing()
  const [added, setAdded] = useState<number[]>([])
  const zones = (valueAt(content, zonesPath) ?? []) as { name?: unknown }[]
  const keys = keysOf(zones.map(({ name }) => String(name)))
  /** From the zones to the rate of a row. */
  const paths = new Map<string, Path>()
  const rows = zones.flatMap((zone, i) =>
    shippingClassOptions().flatMap(({ value: shippingClass, label: title }): GridRow<unknown>[] => {
      const at: Path = [i, 'classes', shippingClass, ...path]
      if (path.length > 0 && valueAt(zones, at.slice(0, -1)) === undefined) return []
      const about = String(zone.name || t('Unnamed zone'))
      const rowPath = [...zonesPath, ...at]
      const mistake = [[], ['weightBands'], ['transitDays']]
        .map(below => mistakeAt(mistakes, [...rowPath, ...below]))
        .find(one => one !== null)
      const key = `${shippingClass}/${keys[i]}`
      paths.set(key, at)
      return [{ key, title, about, names: [`${about}, ${title}`], value: valueAt(zones, at), mistake }]
    }),
  )
  const steps = stepsIn(
    rows.map(({ value }) => valueAt(value, ['weightBands'])),
    pounds,
    added,
  )
  const mistakeBelow = (row: GridRow<unknown>, below: Path) =>
    mistakeAt(mistakes, [...zonesPath, ...paths.get(row.key)!, ...below])
  const columns = columnsOf({ path, isCost, steps, mistakeBelow })
  const save = (values: ReadonlyMap<string, unknown>) => {
    let next: unknown = zones
    for (const [key, value] of values) {
      const isEmpty = columns.every(({ read }) => read(value) === undefined)
      next = withValue(next, paths.get(key)!, isEmpty ? undefined : value)
    }
    change(zonesPath, next)
  }
  return (
    <CellGrid
      label={name}
      rowTitle={t('Zone and class')}
      rows={rows}
      none={none}
      columns={columns}
      change={save}
      isReadOnly={isReadOnly}
      readFile={readFile}
      actions={
        <NewStep
          label={t('Price up to, lb')}
          min={0.01}
          max={100_000}
          decimals={2}
          add={step => setAdded([...added, step])}
        />
      }
    />
  )
}

const isGiven = (value: unknown) => value !== undefined

type ColumnsOf = Pick<Part, 'path' | 'isCost'> & {
  steps: (number | undefined)[]
  mistakeBelow: (row: GridRow<unknown>, below: Path) => string | null
}

function columnsOf({ path, isCost, steps, mistakeBelow }: ColumnsOf): GridColumn<unknown>[] {
  const column = (title: string, unit: CellUnit, at: Path): GridColumn<unknown> => ({
    ...{ title, unit, isRequired: isGiven },
    read: value => valueAt(value, at),
    write: (value, cell) => withoutEmpty(value, at, cell),
    mistakeOf: row => mistakeBelow(row, at),
  })
  return [
    ...(path.at(-1) === 'freight' ? [column(t('From copies'), copies, ['fromCopies'])] : []),
    column(t('First copy'), dollars, ['baseCents']),
    column(t('Each further copy'), dollars, ['extraCopyCents']),
    ...(steps.includes(undefined) ? steps : [...steps, undefined]).map(step => bandColumn(step, mistakeBelow)),
    ...(isCost
      ? []
      : [
          column(t('Arrives after, days'), days, ['transitDays', 'min']),
          column(t('At the latest, days'), days, ['transitDays', 'max']),
        ]),
  ]
}

/** The last band has no limit, and every rate has it. */
function bandColumn(step: number | undefined, mistakeBelow: ColumnsOf['mistakeBelow']): GridColumn<unknown> {
  const bands: Path = ['weightBands']
  return {
    title: step === undefined ? t('Per pound above') : t('Per pound up to {pounds} lb', { pounds: stepText(step) }),
    unit: dollars,
    read: value => valueAtStep(valueAt(value, bands), pounds, step),
    write(value, cell) {
      const list = withStep(valueAt(value, bands), pounds, step, cell)
      return withoutEmpty(value, bands, list.length === 0 ? undefined : list)
    },
    isRequired: value => step === undefined && isGiven(value),
    mistakeOf: row => mistakeBelow(row, [...bands, indexOfStep(valueAt(row.value, bands), pounds, step), pounds.value]),
  }
}
