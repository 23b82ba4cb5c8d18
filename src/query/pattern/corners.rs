//! Patterns in corners, which the corners of games decide without their courses.

use super::batch::{GROUPS, LANES, MoveInside, RunLanes};
use super::moments::bits;
use super::options::Limits;
use super::probe::Match;
use super::scan::Hit;
use super::sought::{Sought, SoughtImage};
use crate::go::{BoardSize, Color, Point};
use crate::pattern::{Condition, Image};
use crate::store::{
    CORNER_HEAD, CORNER_POINTS, CornerPart, CornerStart, CornerStep, CornerTail, CornerTree, LISTS_PER_PART, QUADRANTS,
    Snapshot, StoreError, corner_point, point_of_corner,
};
use std::ops::Range;

/// The most forms of a pattern: two ways of turning it and two of colouring it.
const FORMS: usize = 4;

/// A pattern each of whose images lies inside a quadrant. Seen from the corner, the images in the four quadrants have the
/// same forms.
pub struct CornerSearch {
    size: BoardSize,
    /// How many stones each form needs.
    needed: [u8; FORMS],
    /// What a black and a white stone on each point mean for the forms.
    effects: Vec<[Effect; 2]>,
    /// For each quadrant and form, the number of the image and the index of its upper left point.
    images: [[Option<(u16, u16)>; FORMS]; QUADRANTS],
    /// For each quadrant, the forms with an image.
    forms: [u8; QUADRANTS],
    /// True if the lists decide what counts. Otherwise they only tell in which games the pattern may stand.
    pub is_exact: bool,
}

/// What a stone means for forms, which are bits.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// The forms that have the point in their areas.
    inside: u8,
    /// The forms that need the stone.
    fits: u8,
    /// The forms that do not stand with it.
    clashes: u8,
}

/// What is known of the forms after some bytes of a list.
#[derive(Clone, Copy)]
struct State {
    /// The forms that may still begin or cease to stand.
    open: u8,
    /// The forms that have begun to stand, and those of them after which there was a move, or the end of the game,
    /// and a move inside their areas.
    stood: u8,
    followed: u8,
    answered: u8,
    /// Those after which the list has no move.
    last: u8,
    /// For each form, the number of conditions that do not hold.
    broken: [u8; FORMS],
    /// For each form that stood, the place in the list of the move with which it began, of the next step and
    /// of the answer; and the answer.
    from: [u8; FORMS],
    next: [u8; FORMS],
    answer: [u8; FORMS],
    answer_step: [(u8, Color); FORMS],
    /// True if the stones are set up, so that no form stands in between.
    is_set_up: bool,
    /// True if the next stone may leave the board.
    is_taken: bool,
    /// True if the course tells what comes next.
    is_cut: bool,
}

/// A search in the lists of a run.
struct Finding<'a> {
    snapshot: &'a Snapshot,
    run: i64,
    games: &'a RunLanes,
    sought: &'a Sought,
    /// The part that was read last, with its number.
    part: (usize, CornerPart),
    found: CornerHits,
}

/// What the lists of a run tell.
#[derive(Default)]
pub struct CornerHits {
    /// The occurrences in each group. Their plies are places in lists.
    pub hits: [Vec<Hit>; GROUPS],
    /// The games whose courses decide.
    pub undecided: RunLanes,
}

impl CornerSearch {
    /// Returns the search for the images of a pattern, or `None` if not all of them lie inside quadrants.
    pub fn new(images: &[Image], sought: &Sought, size: BoardSize, limits: &Limits) -> Option<Self> {
        let mut search = Self {
            size,
            needed: [0; FORMS],
            effects: vec![[Effect::default(); 2]; CORNER_POINTS],
            images: [[None; FORMS]; QUADRANTS],
            forms: [0; QUADRANTS],
            is_exact: limits.at == Limits::default().at && limits.stood == Limits::default().stood,
        };
        let mut known: Vec<Vec<(u8, Condition)>> = Vec::new();
        let mut shared: Vec<((u16, u16), usize)> = Vec::new();
        for (number, image) in (0_u16..).zip(images) {
            for &place in &image.places {
                let (quadrant, form) = (0..QUADRANTS).find_map(|at| Some((at, form(image, place, size, at)?)))?;
                search.is_exact &= !form
                    .iter()
                    .any(|(_, condition)| matches!(condition, Condition::Step(_)));
                let at = known.iter().position(|other| *other == form).unwrap_or_else(|| {
                    known.push(form);
                    known.len() - 1
                });
                let place = place.index(size) as u16;
                *search.images[quadrant].get_mut(at)? = Some((number, place));
                search.forms[quadrant] |= 1 << at;
                // The same stones may be seen in two quadrants only if they are on a middle line.
                if let Some(stones) = sought.shared_stones(number, place) {
                    if shared.iter().any(|&(other, of)| other == stones && of != quadrant) {
                        return None;
                    }
                    shared.push((stones, quadrant));
                }
            }
        }
        for (number, form) in known.iter().enumerate() {
            for &(point, condition) in form {
                search.needed[number] += u8::from(needs_stone(condition));
                for color in [Color::Black, Color::White] {
                    let effect = &mut search.effects[usize::from(point)][color as usize];
                    let bit = 1 << number;
                    effect.inside |= bit;
                    if !condition.permits(Some(color)) {
                        effect.clashes |= bit;
                    } else if needs_stone(condition) {
                        effect.fits |= bit;
                    }
                }
            }
        }
        Some(search)
    }

    /// Looks for the pattern in the lists of some games of a run.
    pub fn find(
        &self,
        snapshot: &Snapshot,
        run: i64,
        games: &RunLanes,
        sought: &Sought,
    ) -> Result<CornerHits, StoreError> {
        let tree = snapshot.kept_corner_tree(run)?;
        let mut finding = Finding {
            snapshot,
            run,
            games,
            sought,
            part: (usize::MAX, CornerPart::default()),
            found: CornerHits::default(),
        };
        self.find_below(&tree, 0, tree.roots(), &self.nothing_known(), &mut finding)?;
        Ok(finding.found)
    }

    /// Goes through nodes of a level, given what is known before their bytes.
    fn find_below(
        &self,
        tree: &CornerTree,
        level: usize,
        nodes: Range<usize>,
        before: &State,
        finding: &mut Finding<'_>,
    ) -> Result<(), StoreError> {
        for node in nodes {
            let mut state = *before;
            self.step(&mut state, level, tree.byte(level, node));
            if state.is_decided() && state.open | state.stood == 0 {
                continue;
            }
            if !state.is_decided() && level + 1 < CORNER_HEAD {
                self.find_below(tree, level + 1, tree.below(level, node), &state, finding)?;
                continue;
            }
            for list in tree.lists_below(level, node) {
                self.find_in_list(tree, list, &state, finding)?;
            }
        }
        Ok(())
    }

    fn find_in_list(
        &self,
        tree: &CornerTree,
        list: usize,
        before: &State,
        finding: &mut Finding<'_>,
    ) -> Result<(), StoreError> {
        let part = list / LISTS_PER_PART;
        if finding.part.0 != part {
            finding.part = (part, finding.snapshot.corner_part(finding.run, tree, part)?);
        }
        let tail = finding.part.1.tail(list % LISTS_PER_PART);
        if !finding.games.has(tail.place) {
            return Ok(());
        }
        let mut state = *before;
        for (at, &byte) in (CORNER_HEAD..).zip(tail.bytes) {
            if state.is_decided() {
                break;
            }
            self.step(&mut state, at, byte);
        }
        let forms = self.forms[tail.quadrant];
        if state.open & forms != 0 {
            finding.found.undecided.insert(tail.place);
        } else if state.stood & forms != 0 {
            self.add_hits(&state, &tail, finding.sought, &mut finding.found);
        }
        Ok(())
    }

    const fn nothing_known(&self) -> State {
        State {
            open: 0,
            stood: 0,
            followed: 0,
            answered: 0,
            last: 0,
            broken: self.needed,
            from: [0; FORMS],
            next: [0; FORMS],
            answer: [0; FORMS],
            answer_step: [(0, Color::Black); FORMS],
            is_set_up: false,
            is_taken: false,
            is_cut: false,
        }
    }

    /// Takes the next byte of a list, at the place `at`.
    #[inline(always)]
    fn step(&self, state: &mut State, at: usize, byte: u8) {
        if at == 0 {
            let start = CornerStart::of(byte);
            if start.lines == self.size.lines() {
                state.open = self.forms.iter().fold(0, |all, forms| all | forms);
            }
            state.is_set_up = start.is_set_up;
            if !start.is_set_up {
                state.begin(state.open, at);
            }
            return;
        }
        match CornerStep::of(byte) {
            CornerStep::Stone(point, color) => {
                let effect = self.effects[usize::from(point)][color as usize];
                state.follow(at);
                let answered = state.stood & effect.inside & !state.answered;
                state.answered |= answered;
                for form in bits(answered.into()) {
                    state.answer[form] = at as u8;
                    state.answer_step[form] = (point, color);
                }
                let fits = effect.fits & state.open;
                for form in bits(fits.into()) {
                    state.broken[form] = state.broken[form].saturating_sub(1);
                }
                if state.is_taken {
                    for form in bits((effect.clashes & state.open).into()) {
                        state.broken[form] += 1;
                    }
                } else {
                    state.open &= !effect.clashes;
                }
                state.is_taken = false;
                state.begin(fits & state.open, at);
            }
            CornerStep::Taken => state.is_taken = true,
            CornerStep::Begin => {
                state.is_set_up = false;
                state.begin(state.open, at);
            }
            CornerStep::End => {
                state.last = state.follow(at);
                state.open = 0;
            }
            CornerStep::Course => state.is_cut = true,
        }
    }

    fn add_hits(&self, state: &State, tail: &CornerTail<'_>, sought: &Sought, found: &mut CornerHits) {
        let mut own: [Option<((u16, u16), Hit)>; FORMS] = [None; FORMS];
        for form in bits((state.stood & self.forms[tail.quadrant]).into()) {
            let Some((number, place)) = self.images[tail.quadrant][form] else {
                continue;
            };
            let hit = self.hit(
                state,
                form,
                tail,
                (number, sought.image(number)),
                place,
                sought.limits(),
            );
            // An image at a place where the stones of no other fit has a key of its own, beyond the numbers of images.
            let stones = sought.shared_stones(number, place).unwrap_or((number | 1 << 15, place));
            let same = own.iter_mut().flatten();
            let same = same
                .into_iter()
                .find(|(other, earlier)| *other == stones && earlier.from == hit.from);
            match same {
                Some((_, other)) if hit.rank_among_equals() < other.rank_among_equals() => *other = hit,
                Some(_) => {}
                None => own[form] = Some((stones, hit)),
            }
        }
        let hits = &mut found.hits[tail.place / LANES];
        hits.extend(own.into_iter().flatten().map(|(_, hit)| hit));
    }

    /// Returns the occurrence of a form. Its plies are places in the list: only their order counts, and whether
    /// the answer comes next.
    #[inline]
    fn hit(
        &self,
        state: &State,
        form: usize,
        tail: &CornerTail<'_>,
        (number, image): (u16, &SoughtImage),
        place: u16,
        limits: &Limits,
    ) -> Hit {
        let (from, next, answer) = (state.from[form], state.next[form], state.answer[form]);
        let is_next_at_once = tail.is_at_once(next);
        let has_answer = state.answered >> form & 1 == 1;
        let has_ended = state.last >> form & 1 == 1 && is_next_at_once;
        let is_direct = has_answer && next == answer && is_next_at_once;
        let after = u32::from(from);
        let (point, color) = state.answer_step[form];
        let answer = has_answer.then(|| MoveInside {
            ply: if is_direct {
                after + 1
            } else {
                after + 2 + u32::from(answer)
            },
            point: point_of_corner(self.size, tail.quadrant, point),
            color,
        });
        let found = Match {
            from: after,
            until: after + 1,
            answer_after: after,
            answer,
            begun_by: None,
            is_interrupted: false,
        };
        let end = if has_ended { after + 1 } else { u32::MAX };
        Hit::new(
            (number, image),
            (place, (tail.place % LANES) as u16),
            &found,
            end,
            limits,
        )
    }
}

impl State {
    /// Returns whether no later byte of the list changes anything.
    #[inline]
    const fn is_decided(&self) -> bool {
        self.open == 0 || self.is_cut
    }

    /// Notes which of some forms begin to stand.
    #[inline]
    fn begin(&mut self, forms: u8, at: usize) {
        if self.is_set_up {
            return;
        }
        for form in bits(forms.into()) {
            if self.broken[form] == 0 {
                self.from[form] = at as u8;
                self.stood |= 1 << form;
            }
        }
    }

    /// Notes the step after those forms that stand and have none, and returns them.
    #[inline]
    fn follow(&mut self, at: usize) -> u8 {
        let new = self.stood & !self.followed;
        self.followed |= new;
        for form in bits(new.into()) {
            self.next[form] = at as u8;
        }
        new
    }
}

const fn needs_stone(condition: Condition) -> bool {
    matches!(condition, Condition::Stone(_) | Condition::AnyStone)
}

/// Returns the points of an image at a place, seen from the corner of a quadrant, with their conditions, in order. A point of
/// a sequence is empty when the pattern begins to stand. Returns `None` if a point is outside the quadrant.
fn form(image: &Image, place: Point, size: BoardSize, quadrant: usize) -> Option<Vec<(u8, Condition)>> {
    let mut form = Vec::with_capacity(image.conditions.len());
    for (y, row) in (place.y..).zip(image.conditions.chunks(image.width.into())) {
        for (x, &condition) in (place.x..).zip(row) {
            let point = Point::new(x, y).index(size);
            form.push((corner_point(size, quadrant, point)?, condition));
        }
    }
    form.sort_unstable_by_key(|(point, _)| *point);
    Some(form)
}
