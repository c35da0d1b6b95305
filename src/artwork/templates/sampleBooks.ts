// The invented books of the sample artwork. Soft and hard covers are different books, so that the books of one order
// are told apart.

import type { Ink } from './canvas.ts'
import type { CoverPlan } from './plan.ts'

export type SampleBook = {
  title: string
  author: string
  /** The sentences of the back cover. */
  blurb: readonly string[]
  /** From the top of the cover to its bottom. */
  sky: readonly Ink[]
  hills: readonly Ink[]
  light: Ink
  paper: Ink
}

export const sampleBooks: Record<CoverPlan['edge'], SampleBook> = {
  cut: {
    title: 'The Lantern Maker',
    author: 'Mina Okafor',
    blurb: [
      'Every evening, when the ferry has left, Ines lights one lantern more than there are boats on the river.',
      'Nobody in the town has asked her why.',
      'Then a boat comes home that was never missed.',
      'A story about patience, paper and the small lights that people keep for each other.',
    ],
    sky: [
      [0.95, 0.75, 0.2, 0.4],
      [0.9, 0.65, 0.15, 0.3],
      [0.82, 0.52, 0.1, 0.2],
      [0.7, 0.4, 0.1, 0.1],
    ],
    hills: [
      [0.85, 0.5, 0.3, 0.3],
      [0.9, 0.6, 0.35, 0.45],
    ],
    light: [0, 0.28, 0.8, 0],
    paper: [0, 0.04, 0.14, 0],
  },
  folded: {
    title: 'A Field Guide to Tides',
    author: 'Theo Larsen',
    blurb: [
      'The sea leaves twice a day, and twice a day it returns with news.',
      'For thirty years the author has walked the same mile of shore with a notebook and a pair of good boots.',
      'This is what he found, what he gave back, and what he learned about waiting for water.',
    ],
    sky: [
      [0.12, 0.12, 0.3, 0],
      [0.2, 0.12, 0.3, 0],
      [0.35, 0.14, 0.32, 0.04],
      [0.5, 0.18, 0.34, 0.08],
    ],
    hills: [
      [0.7, 0.3, 0.42, 0.2],
      [0.82, 0.42, 0.5, 0.35],
    ],
    light: [0, 0.42, 0.72, 0.06],
    paper: [0, 0.03, 0.1, 0],
  },
}

/** An interior has at most as many chapters. */
export const chapterTitles = [
  'The Ferry at Six',
  'A Letter Without a Stamp',
  'Low Water',
  'What the Baker Knew',
  'Rain on the Quay',
  'The Second Bell',
  'A Map of Small Rooms',
  'The Long Way Back',
  'Two Chairs',
  'Salt and Paper',
  'The Winter Boat',
  'Morning Again',
] as const

/** Paragraphs are made of these in ever new orders; they have no meaning beyond showing set text. */
export const sentences = [
  'The river had gone down in the night and left a line of straw along the wall.',
  'She counted the windows on the far side, as she did every morning, and came to eleven.',
  'Nobody remembered who had hung the bell, or what it had once been for.',
  'He put the kettle back on the stove and waited for the boat to pass.',
  '“You could ask,” said the boy, “but you would have to stay for the answer.”',
  'The paper came from the mill in bundles of fifty, still smelling of water.',
  'By noon the fog had lifted as far as the second bridge.',
  'There were three letters on the table, and none of them was for her.',
  'The dog lay down in the doorway, where everybody had to step over it.',
  'It was the kind of afternoon that seems to have been used before.',
  'Her father had kept the accounts in pencil, because ink, he said, was for weddings.',
  'Somebody laughed in the yard, and then it was quiet again.',
  'The ferryman took off his cap, looked into it, and put it on again.',
  'On Thursdays the market moved to the other side of the square to get the sun.',
  'A light went on above the bakery, though it was hardly four o’clock.',
  'He knew the road so well that he had stopped seeing it.',
  'The rope was new, but the knot in it was much older.',
  'They ate bread and cold plums, and spoke about the price of glass.',
  'What she had taken for thunder was only a cart on the planks of the landing.',
  'The house had two stairs, and the children used neither.',
  '“It burns longer,” she said, “if you do not look at it.”',
  'For a while the only sound was the slow knocking of the oars.',
  'The map showed an island where there had never been more than a shallow.',
  'He folded the sheet once, and once again, until it would stand on its own.',
  'In the drawer lay a key that fitted no door in the house.',
  'The wind turned before supper and brought the smell of the sea with it.',
  'She wrote the date at the top of the page and then sat for a long time.',
  'No two of the lamps were the same, which was the only rule he had.',
  'Two women stood at the rail and did not look at each other.',
  'The clock in the hall was slow, and everybody in the house was used to it.',
  'A heron watched from the piles, gray and patient as an uncle.',
  'When the tide came in, it came in without hurry, like somebody who lives here.',
  'The teacher read the list aloud, and after each name there was a short silence.',
  'He had meant to say something else, but this was what he said.',
  'From the hill you could see the whole town, and how little of it was lit.',
  'The boards were warm, and she took off her shoes.',
  '“Tomorrow,” they told each other, as if that were a place.',
  'Under the bridge somebody had painted a blue door on the stone.',
  'It took most of the winter to learn which of the stories were true.',
  'The last boat carried nothing but empty baskets and one sleeping child.',
] as const
