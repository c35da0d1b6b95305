// The operator's logo: the light one on light backgrounds, the dark one on dark backgrounds. Without one, the icon.

import { Image } from '@mantine/core'
import { brand, iconAddress } from '../../brand.ts'

/** In pixels. */
type Props = { height: number; maxWidth: number; alt: string }

export function Logo({ height, maxWidth, alt }: Props) {
  const { logo } = brand
  const look = { h: height, w: 'auto', maw: maxWidth, fit: 'contain', alt, flex: 'none' } as const
  if (logo === null) return <Image {...look} src={iconAddress} />
  return (
    <>
      <Image {...look} src={logo.light} darkHidden />
      <Image {...look} src={logo.dark} lightHidden />
    </>
  )
}
