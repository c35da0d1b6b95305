// The title of the browser's tab: the title of the screen, then the area as its HTML file names it.

import { useEffect } from 'react'
import { brand } from '../../brand.ts'
import { t } from '../../language.ts'

const areaNames: Record<string, string> = { support: t('support'), 'press desk': t('press desk') }

/** Such as "Acme Books" or "Acme Books support". Read before any screen has put its own title there. */
const areaName = document.title.slice(brand.name.length).trim()
const area = `${brand.name} ${areaNames[areaName] ?? areaName}`.trim()

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${area}`
  }, [title])
}
