// Sandbox or production is part of the address of every screen of the dashboard, so that a link is unambiguous.

import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Mode } from '../../api.ts'

/** Null if the address names no mode. */
export function useModeOrNull(): Mode | null {
  const { mode } = useParams({ strict: false }) as { mode?: string }
  return mode === 'production' || mode === 'sandbox' ? mode : null
}

export function useMode(): Mode {
  const { mode } = useParams({ strict: false }) as { mode?: string }
  return mode === 'production' ? 'production' : 'sandbox'
}

/** A parameter of the path, as in /sandbox/orders/:customerOrderId. */
export const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? ''

/** The selected tab of a screen, which is in the address; the first one if the address has none. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: string | null) => void] {
  const [{ tab }, setFilters] = useFilters()
  const choose = (chosen: string | null) => setFilters({ tab: chosen === tabs[0] ? '' : (chosen ?? '') })
  return [tabs.find(name => name === tab) ?? tabs[0], choose]
}

export type Filters = Record<string, string | undefined>

/** The filters with these names, as the service takes them. */
export const namedFilters = <Query extends object>(filters: Filters, names: readonly (keyof Query & string)[]): Query =>
  Object.fromEntries(names.flatMap(name => (filters[name] === undefined ? [] : [[name, filters[name]]]))) as Query

/** Filters are in the address too. Setting one to '' removes it. With 'opens', the browser's history gets a step. */
export function useFilters(): [Filters, (changes: Filters, opens?: 'opens') => void] {
  const filters = useSearch({ strict: false }) as Filters
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Filters, opens?: 'opens') =>
      void navigate({
        to: '.',
        search: (before: Filters) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
          ),
        replace: opens === undefined,
      }),
    [navigate],
  )
  return [filters, change]
}
