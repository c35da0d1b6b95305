// Documents about money as PDF, with the logo that the seller had.

import { pngOf } from '../../brand/logo.ts'
import type { VersionRegister } from '../../features/shop/operatorVersions.ts'
import type { Seller } from '../../payments/documentSheet.ts'

/** The PNG of the seller's logo; null without one. */
export async function logoOf({ brand }: Seller, versions: Pick<VersionRegister, 'find'>): Promise<Buffer | null> {
  const logo = (brand && versions.find(brand.version)?.brand.logo?.light) ?? null
  return logo && (await pngOf(logo))
}
