use super::Limits;
use super::batch::{Batch, Lanes, MoveInside};
use super::games::threads;
use super::probe::{Probe, Run, Scratch};
use crate::go::{BoardSize, Color, Move, Point, Transform};
use crate::pattern::Image;
use crate::store::NextCode;
use std::collections::BTreeMap;
use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{scope, sleep};
use std::time::Duration;

/// An occurrence in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub lane: u16,
    /// The number of the image.
    pub image: u16,
    /// The index of the upper left point of the area on the game's board.
    pub place: u16,
    /// The first ply at which the pattern stands.
    pub from: u16,
    /// The last ply at which the pattern stands.
    pub last: u16,
    /// The ply after which an answer counts.
    pub answer_after: u16,
    /// The ply of the answer, or 0.
    pub answer_ply: u16,
    /// The answer as the view shows it.
    pub answer: NextCode,
    /// The number of the view.
    pub view: u8,
    /// True if the next move is outside the area.
    pub is_elsewhere: bool,
    /// The colour in the game that begins the sequence, if there is one.
    pub begun_by: Option<Color>,
}

impl Hit {
    /// Returns a number that rises with game, ply, place and image.
    #[inline]
    fn order(&self) -> u64 {
        let words = [self.lane, self.from, self.place, self.image];
        words.into_iter().fold(0, |order, word| order << 16 | u64::from(word))
    }
}

/// An image, ready for the search.
pub struct SoughtImage {
    probe: Probe,
    places: Vec<u16>,
    /// The views of the pattern in the image: each transform from the game's board that
    /// shows the pattern, and whether the colours are exchanged. A symmetric pattern has
    /// several.
    views: Vec<(Transform, bool)>,
    /// For each view and each point of the area in the game, row by row, the codes of a
    /// black and of a white stone.
    codes: Vec<Vec<[NextCode; 2]>>,
    width: u8,
}

impl SoughtImage {
    pub fn new(number: usize, image: &Image, size: BoardSize) -> Self {
        let own = (image.transform, image.swapped);
        let views: Vec<(Transform, bool)> = std::iter::once(own).chain(image.equals.iter().copied()).collect();
        let codes = views.iter().map(|&view| codes(image, view)).collect();
        Self {
            probe: Probe::new(number, image, size),
            places: image.places.iter().map(|place| place.index(size) as u16).collect(),
            views,
            codes,
            width: image.width,
        }
    }

    pub const fn probe(&self) -> &Probe {
        &self.probe
    }

    /// Returns the view with a number.
    pub fn view(&self, number: u8) -> (Transform, bool) {
        self.views[usize::from(number)]
    }

    /// Returns the numbers of the views that count for an occurrence. If the pattern looks
    /// the same with its colours exchanged, Black is who begins its sequence.
    pub fn view_numbers(&self, begun_by: Option<Color>) -> impl Iterator<Item = u8> {
        let has_both = self.views.iter().any(|view| view.1 != self.views[0].1);
        let swapped = begun_by.filter(|_| has_both).map(|color| color == Color::White);
        let counts = move |&(_, view): &(u8, &(Transform, bool))| swapped.is_none_or(|swapped| view.1 == swapped);
        (0..).zip(&self.views).filter(counts).map(|(number, _)| number)
    }

    /// Returns the code of a move inside the area, as a view shows it.
    pub fn code(&self, view: u8, place: usize, inside: &MoveInside) -> NextCode {
        let (point, place) = (self.probe.point(inside.point), self.probe.point(place));
        let at = usize::from(point.y - place.y) * usize::from(self.width) + usize::from(point.x - place.x);
        self.codes[usize::from(view)][at][inside.color as usize]
    }

    /// Returns the code of an answer in the view that makes it the first of all that are
    /// equal, and the number of that view. `None` if no view shows the answer as a move of
    /// the colour `next`.
    fn see(
        &self,
        place: usize,
        inside: &MoveInside,
        begun_by: Option<Color>,
        next: Option<Color>,
    ) -> Option<(NextCode, u8)> {
        let views = self.view_numbers(begun_by);
        let seen = views.map(|view| (self.code(view, place, inside), view));
        let counts = |(code, _): &(NextCode, u8)| next.is_none_or(|next| code.color() == Some(next));
        seen.filter(counts).min_by_key(|&(code, view)| (code.0, view))
    }

    /// Returns the hit of a run, with its answer if that counts. `end` is the ply after the
    /// last of the game.
    fn hit(
        &self,
        (image, place, lane): (u16, u16, u16),
        run: &Run,
        inside: Option<MoveInside>,
        end: u32,
        limits: &Limits,
    ) -> Hit {
        let next = run.answer_after + 1;
        let is_direct = inside.is_some_and(|inside| inside.ply == next);
        let counts = inside.filter(|_| is_direct || !limits.direct);
        let seen = counts.and_then(|inside| {
            let seen = self.see(place.into(), &inside, run.begun_by, limits.next)?;
            Some((seen, inside.ply))
        });
        let first_view = self.view_numbers(run.begun_by).next().unwrap_or_default();
        let ((answer, view), answer_ply) = seen.unwrap_or(((NextCode::NONE, first_view), 0));
        Hit {
            lane,
            image,
            place,
            from: run.from as u16,
            last: (run.until - 1) as u16,
            answer_after: run.answer_after as u16,
            answer_ply: answer_ply as u16,
            answer,
            view,
            begun_by: run.begun_by,
            is_elsewhere: next < end && !is_direct,
        }
    }
}

/// Returns the codes of all moves inside the area, as a view shows them.
fn codes(image: &Image, (transform, swapped): (Transform, bool)) -> Vec<[NextCode; 2]> {
    let view = Image {
        transform,
        swapped,
        ..image.clone()
    };
    let points = (0..image.height).flat_map(|y| (0..image.width).map(move |x| Point::new(x, y)));
    let code = |point: Point, color: Color| {
        let shown = view.to_pattern(point);
        NextCode::of(
            Move::at(if swapped { color.opponent() } else { color }, shown),
            BoardSize::MAX,
        )
    };
    points
        .map(|point| [Color::Black, Color::White].map(|color| code(point, color)))
        .collect()
}

/// Looks for images in one batch, among some of its games. Returns the occurrences in
/// the order of games, plies and places.
fn scan(batch: &Batch, lanes: Lanes, sought: &[SoughtImage], limits: &Limits, stopped: &AtomicBool) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut scratch = Scratch::default();
    let mut candidates = Vec::new();
    for (number, image) in (0..).zip(sought) {
        let probe = image.probe();
        for &place in &image.places {
            if stopped.load(Ordering::Relaxed) {
                return hits;
            }
            let at = usize::from(place);
            probe.may_stand(batch, &lanes, at, &mut candidates);
            for &lane in &candidates {
                probe.occurrences(batch, lane.into(), at, &mut scratch, |run, area| {
                    let is_wanted = limits.permits(run.from, run.until) && !(limits.strict && run.is_interrupted);
                    if is_wanted {
                        let inside = probe.answer(batch, area, &run);
                        let end = batch.end(lane.into());
                        hits.push(image.hit((number, place, lane), &run, inside, end, limits));
                    }
                });
            }
        }
    }
    hits.sort_unstable_by_key(Hit::order);
    hits
}

/// The number of batches that a thread hands over at once, as each time takes longer than a
/// batch of few occurrences.
const BATCHES_AT_ONCE: usize = 8;

/// The number of occurrences that a thread hands over at once, however few the batches.
const ENOUGH_HITS: usize = 8192;

/// The number of batches by which a thread may be ahead of the batch that is awaited, so that
/// occurrences never fill the memory.
const MOST_AHEAD: usize = 64;

/// The time after which the caller is asked whether to go on, if no batch is ready.
const TICK: Duration = Duration::from_millis(100);

/// Looks for images in batches, in several threads. Calls `visit` with each batch and its
/// occurrences, in order, and with `None` several times a second while a batch takes long,
/// until `visit` fails. `lanes` selects the games of a batch.
pub fn scan_all<E>(
    batches: &[Batch],
    sought: &[SoughtImage],
    limits: &Limits,
    lanes: impl Fn(&Batch) -> Lanes + Sync,
    mut visit: impl FnMut(Option<(&Batch, &[Hit])>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = threads().min(batches.len());
    let stopped = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let awaited = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let work = |sender: Sender<Vec<(usize, Vec<Hit>)>>| {
        let mut found = Vec::new();
        let mut waiting = 0;
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(batch) = batches.get(number)
        {
            let is_ahead = || number > awaited.load(Ordering::Relaxed) + MOST_AHEAD;
            if is_ahead() {
                // Another thread may wait for what this one has found.
                let _ = sender.send(take(&mut found));
            }
            while is_ahead() && !stopped.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(1));
            }
            let hits = scan(batch, lanes(batch), sought, limits, &stopped);
            waiting += hits.len();
            found.push((number, hits));
            if waiting > ENOUGH_HITS || found.len() == BATCHES_AT_ONCE {
                waiting = 0;
                let _ = sender.send(take(&mut found));
            }
        }
        let _ = sender.send(found);
    };
    scope(|scope| {
        for sender in vec![sender; threads] {
            scope.spawn(|| work(sender));
        }
        let mut ready = BTreeMap::new();
        let mut listen = || {
            while let number = awaited.load(Ordering::Relaxed)
                && number < batches.len()
            {
                match receiver.recv_timeout(TICK) {
                    Ok(found) => ready.extend(found),
                    Err(RecvTimeoutError::Timeout) => visit(None)?,
                    // A thread panicked, which the end of the scope passes on.
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let number = awaited.load(Ordering::Relaxed)
                    && let Some(hits) = ready.remove(&number)
                {
                    visit(Some((&batches[number], &hits)))?;
                    awaited.store(number + 1, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        let outcome = listen();
        stopped.store(true, Ordering::Relaxed);
        outcome
    })
}
