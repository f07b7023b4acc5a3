//! The work of a formula: the cells that it reads and the numbers that it computes. Loops in loops multiply, so a short formula of a
//! stranger's file could compute for days.

use super::{Clause, Each, Expr, Names, Selection};

/// Most steps of all formulas of a table or figure together: far more than a table of 20,000 rows needs, and less than a second.
pub(crate) const MAX_STEPS: u64 = 1_000_000;

impl Selection {
    fn steps(&self, names: &Names, bound: &[usize]) -> u64 {
        let counts = self.chosen.iter().enumerate().map(|(dim, chosen)| match chosen {
            Some(chosen) => chosen.len(),
            None if bound.contains(&dim) => 1,
            None => names.dims[dim].values.len(),
        });
        counts.fold(1, |product: u64, count| product.saturating_mul(count as u64))
    }
}

/// Returns the number of combinations of the values, and the axes that have a value inside the loops.
fn looped(each: &Each, bound: &[usize]) -> (u64, Vec<usize>) {
    let count = each
        .iter()
        .fold(1, |product: u64, (_, values)| product.saturating_mul(values.len() as u64));
    (count, bound.iter().copied().chain(each.iter().map(|(dim, _)| *dim)).collect())
}

fn sum(steps: impl Iterator<Item = u64>) -> u64 {
    steps.fold(1, u64::saturating_add)
}

impl Expr {
    /// Returns the number of steps. `bound` are the axes that have a value.
    pub(crate) fn steps(&self, names: &Names, bound: &[usize]) -> u64 {
        match self {
            Expr::Number(_) => 1,
            Expr::Cell(cell) => cell.steps(names, bound),
            Expr::Negative(inner) => sum([inner.steps(names, bound)].into_iter()),
            Expr::Binary(left, _, right) => {
                sum([left, right].into_iter().map(|side| side.steps(names, bound)))
            }
            Expr::Call(_, of) => sum(of.iter().map(|one| one.steps(names, bound))),
            Expr::Over(_, of, each) => {
                let (count, bound) = looped(each, bound);
                count.saturating_mul(sum([of.steps(names, &bound)].into_iter()))
            }
            Expr::Rise(cell, dim) => {
                let count = names.dims[*dim].values.len() as u64;
                count.saturating_mul(cell.steps(names, &[bound, &[*dim]].concat()))
            }
            Expr::Count(clause) => clause.steps(names, bound),
        }
    }
}

impl Clause {
    /// Returns the number of steps. `bound` are the axes that have a value.
    pub(crate) fn steps(&self, names: &Names, bound: &[usize]) -> u64 {
        let (count, bound) = looped(&self.each, bound);
        count.saturating_mul(sum(self.sides.iter().map(|side| side.steps(names, &bound))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Made, names};
    use super::super::{Numbers, Scope, clause, expression};
    use std::cell::Cell as Counter;

    /// Counts the cells that are read.
    struct Counted(Counter<u64>);
    impl Numbers for Counted {
        fn number(&self, measure: usize, at: &[usize]) -> f64 {
            self.0.set(self.0.get() + 1);
            Made.number(measure, at)
        }
    }

    #[test]
    fn steps_are_at_least_the_cells_that_are_read() {
        let names = names();
        for text in [
            "delay",
            "delay[pie; rate 5]",
            "max(delay[*]) - min(delay[*])",
            "max(delay[*; rate *]) - min(delay[codel; rate 1], 3)",
            "max(delay - use for each rate in 1, 5 and each queue)",
            "rise(delay[pie], rate)",
            "count(delay >= 10 for each rate)",
            "max(max(delay for each rate) for each rate)",
        ] {
            let read = Counted(Counter::new(0));
            let expr = expression(text, &names).expect(text);
            expr.value(&Scope::new(&read, &names));
            let (steps, cells) = (expr.steps(&names, &[]), read.0.get());
            assert!(cells <= steps && steps <= 3 * cells + 3, "{text}: {steps} for {cells} cells");
        }
    }

    #[test]
    fn loops_in_loops_multiply_without_overflow() {
        let names = names();
        let each = ["each rate"; 200].join(" and ");
        let clause = clause(&format!("delay > 0 for {each}"), &names).unwrap();
        assert_eq!(clause.steps(&names, &[]), u64::MAX);
    }
}
