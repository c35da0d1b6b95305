/** How the number of an invoice, a credit note or a statement's invoice is written. */
export const numberText = (number: number): string => String(number).padStart(6, '0')
