//! A bar chart of pairing times.

use std::fmt::Write as _;

use crate::report::{Report, duration};
use crate::row::{Curve, OURS, Op};

/// Width of the drawing.
const WIDTH: f64 = 640.0;
/// Left edge of the bars; the names stand before it.
const LEFT: f64 = 170.0;
/// Length of the longest bar.
const LONGEST: f64 = 380.0;
/// Distance from bar to bar.
const STEP: f64 = 26.0;
/// Thickness of a bar.
const BAR: f64 = 18.0;

/// Draws the time of one pairing by library, a group of bars for each curve; the fastest library stands first.
pub fn pairing_chart(report: &Report) -> String {
    let groups: Vec<_> = Curve::ALL
        .iter()
        .map(|&curve| bars(report, curve))
        .filter(|bars| !bars.is_empty())
        .collect();
    let longest = groups.iter().flatten().map(|bar| bar.ns).fold(1.0, f64::max);
    let mut body = String::new();
    let mut y = 30.0;
    let _ = writeln!(
        body,
        r#"<text x="10" y="{y}" class="title">One pairing, {}</text>"#,
        escape(&report.cpu)
    );
    for group in &groups {
        y += 34.0;
        let _ = writeln!(body, r#"<text x="10" y="{y}" class="curve">{}</text>"#, group[0].curve);
        y += 10.0;
        for bar in group {
            let length = LONGEST * bar.ns / longest;
            let class = if bar.library == OURS { "ours" } else { "peer" };
            let baseline = y + BAR - 5.0;
            let _ = writeln!(
                body,
                r#"<text x="{}" y="{baseline}" text-anchor="end">{}</text><rect x="{LEFT}" y="{y}" width="{length:.1}" height="{BAR}" class="{class}"/><text x="{:.1}" y="{baseline}">{}</text>"#,
                LEFT - 8.0,
                escape(&bar.label),
                LEFT + length + 6.0,
                duration(bar.ns)
            );
            y += STEP;
        }
    }
    let height = y + 10.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\">\n\
         <style>text{{font:13px sans-serif;fill:#222}}.title{{font-weight:bold;font-size:15px}}.curve{{font-weight:bold}}.ours{{fill:#c0392b}}.peer{{fill:#7f8c8d}}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// One bar.
struct Bar<'a> {
    curve: Curve,
    library: &'a str,
    label: String,
    ns: f64,
}

/// The bars of a curve, the shortest first.
fn bars(report: &Report, curve: Curve) -> Vec<Bar<'_>> {
    let bar = |library| {
        let record = report.record(curve, Op::Pairing, library)?;
        let label =
            if library == OURS { format!("ours ({})", record.backend) } else { library.to_owned() };
        Some(Bar { curve, library, label, ns: record.ns })
    };
    let mut bars: Vec<_> = report.libraries(curve).into_iter().filter_map(bar).collect();
    bars.sort_by(|a, b| a.ns.total_cmp(&b.ns));
    bars
}

/// Replaces the characters that have a meaning in XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample_report;

    #[test]
    fn one_bar_for_each_library_with_a_pairing() {
        let mut report = sample_report();
        report.cpu = "A & B <C>".to_owned();
        let chart = pairing_chart(&report);
        assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
        assert_eq!(chart.matches("class=\"ours\"").count(), 1);
        assert_eq!(chart.matches("class=\"peer\"").count(), 1);
        assert!(chart.contains("380 us") && chart.contains("400 us"));
        assert!(chart.contains("A &amp; B &lt;C&gt;"));
    }
}
