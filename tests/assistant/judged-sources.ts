/**
 * Sources that answers cited beside the discussion that answers the question, judged by reading: those that are about what
 * was asked. Any other further source counts as beside the point.
 */
export const alsoAnswer: readonly (readonly [question: string, source: string])[] = [
  ['Do you pay for a lawyer when witnesses in an internal investigation ask for one?', 'Privilege in internal'],
  ['Does anyone have a one-page delegation of authority?', 'New here: what would you set up first'],
  ['What is the right way to terminate a distributor after many years?', 'Distributor termination checklist'],
  ['What should be screened against sanctions lists, and when?', 'Sanctions clause in charterparties'],
  ['What may sales agree without legal?', 'Approval matrix on one page'],
  ['What do members say about Birgit Halm?', 'Employment counsel for a closure'],
  ['How many working days does your group close take?', 'Month-end close in five days'],
  ['How do you show AI spend to the board?', 'Board paper: spend on AI by program'],
  ['The CEO no longer asks the chair for advice. What does it mean?', 'Chair and chief executive'],
  ['Do billing guidelines alone lower the bills of outside counsel?', 'Outside counsel guidelines'],
  ['Does a litigation hold cover chat messages?', 'After an incident: how long do you keep'],
  ['Up to which amount may a head of sales sign?', 'Who signs below $50k?'],
  ['Which auditor treats a mid-sized client as its largest?', 'Pilar Sandoval'],
]
