//! Where the clothes end and the neck begins.

use tiny_skia::Path;

use super::{Garment, Outfit};
use crate::demo::portrait::{
    canvas::{Canvas, Ink, circle, path, rectangle},
    face::Features,
};

impl Outfit {
    pub(super) fn collar(&self, canvas: &mut Canvas, of: &Features, body: &Path) {
        let skin = of.skin();
        match self.garment {
            Garment::Tee | Garment::Striped | Garment::Knit => self.round(canvas, skin),
            Garment::VNeck => self.pointed(canvas, skin),
            Garment::Shirt => self.shirt(canvas, skin),
            Garment::Turtleneck => self.turtleneck(canvas),
            Garment::Hoodie => self.hoodie(canvas, skin),
            Garment::Blazer => self.blazer(canvas, skin, body),
            Garment::Dress => self.dress(canvas, skin, body),
            Garment::Dungarees => self.dungarees(canvas, skin, body),
        }
    }

    fn round(&self, canvas: &mut Canvas, skin: Ink) {
        let opening = path("M 150 340 C 152 386 248 386 250 340 Z");
        canvas.fill(&opening, skin);
        let band = if self.garment == Garment::Striped {
            self.other
        } else {
            self.cloth.shade(20)
        };
        canvas.line(&path("M 152 346 C 156 384 244 384 248 346"), band, 7.0);
        self.necklace(canvas);
    }

    fn pointed(&self, canvas: &mut Canvas, skin: Ink) {
        canvas.fill(
            &path("M 152 342 C 160 350 196 398 200 412 C 204 398 240 350 248 342 Z"),
            skin,
        );
        canvas.line(
            &path("M 152 344 C 164 356 194 396 200 411 C 206 396 236 356 248 344"),
            self.cloth.shade(20),
            6.0,
        );
        self.necklace(canvas);
    }

    fn shirt(&self, canvas: &mut Canvas, skin: Ink) {
        canvas.fill(&path("M 158 340 L 200 396 L 242 340 Z"), skin);
        canvas.line(&path("M 200 394 L 200 500"), self.cloth.shade(24), 2.6);
        for y in [420.0, 456.0, 490.0] {
            canvas.fill(&circle(206.0, y, 3.4), self.other);
        }
        for points in [
            "M 160 332 L 144 356 L 170 398 L 202 390 Z",
            "M 240 332 L 256 356 L 230 398 L 198 390 Z",
        ] {
            canvas.fill(&path(points), self.cloth.tint(16));
            canvas.line(&path(points), self.cloth.shade(18), 1.8);
        }
    }

    fn turtleneck(&self, canvas: &mut Canvas) {
        let roll =
            path("M 156 318 C 172 332 228 332 244 318 L 250 366 C 226 384 174 384 150 366 Z");
        canvas.fill(&roll, self.cloth.tint(8));
        canvas.line(
            &path("M 152 364 C 176 382 224 382 248 364"),
            self.cloth.shade(22),
            2.6,
        );
        for x in [172.0, 186.0, 200.0, 214.0, 228.0] {
            canvas.line(
                &path(&format!("M {x} 336 L {x} 370")),
                self.cloth.shade(12),
                1.8,
            );
        }
    }

    fn hoodie(&self, canvas: &mut Canvas, skin: Ink) {
        canvas.fill(
            &path("M 150 338 C 152 384 248 384 250 338 Z"),
            self.other.shade(6),
        );
        canvas.fill(&path("M 162 338 C 166 368 234 368 238 338 Z"), skin);
        for (x, sway) in [(176.0, -6.0), (224.0, 6.0)] {
            canvas.line(
                &path(&format!("M {x} 374 Q {} 400 {x} 438", x + sway)),
                self.other,
                4.0,
            );
        }
        canvas.line(
            &path("M 146 346 C 152 390 248 390 254 346"),
            self.cloth.shade(22),
            9.0,
        );
    }

    fn blazer(&self, canvas: &mut Canvas, skin: Ink, body: &Path) {
        canvas.within(Some(body));
        canvas.fill(
            &path("M 146 330 L 254 330 L 232 500 L 168 500 Z"),
            self.other,
        );
        canvas.fill(&path("M 156 340 C 160 378 240 378 244 340 Z"), skin);
        for points in [
            "M 148 336 L 122 372 L 150 396 L 138 410 L 190 500 L 196 500 L 164 400 Z",
            "M 252 336 L 278 372 L 250 396 L 262 410 L 210 500 L 204 500 L 236 400 Z",
        ] {
            canvas.fill(&path(points), self.cloth.shade(22));
        }
        canvas.within(None);
        self.necklace(canvas);
    }

    fn dress(&self, canvas: &mut Canvas, skin: Ink, body: &Path) {
        canvas.within(Some(body));
        canvas.fill(&path("M 0 320 L 400 320 L 400 400 C 320 408 292 420 262 436 C 236 448 164 448 138 436 C 108 420 80 408 0 400 Z"), skin);
        for points in [
            "M 132 360 L 118 440 L 138 444 L 146 358 Z",
            "M 268 360 L 282 440 L 262 444 L 254 358 Z",
        ] {
            canvas.fill(&path(points), self.cloth);
        }
        canvas.within(None);
        self.necklace(canvas);
    }

    fn dungarees(&self, canvas: &mut Canvas, skin: Ink, body: &Path) {
        canvas.within(Some(body));
        canvas.fill(&rectangle((0.0, 330.0), (400.0, 170.0)), self.other);
        canvas.fill(
            &path("M 140 430 L 260 430 L 268 500 L 132 500 Z"),
            self.cloth,
        );
        for points in [
            "M 132 352 L 146 436 L 162 436 L 152 352 Z",
            "M 268 352 L 254 436 L 238 436 L 248 352 Z",
        ] {
            canvas.fill(&path(points), self.cloth);
        }
        canvas.within(None);
        canvas.fill(&path("M 152 340 C 154 382 246 382 248 340 Z"), skin);
        for x in [153.0, 247.0] {
            canvas.fill(&circle(x, 438.0, 5.0), Ink::hex(0x00f0_c46a));
        }
    }

    fn necklace(&self, canvas: &mut Canvas) {
        if self.necklace {
            let gold = Ink::hex(0x00f0_b94c);
            canvas.line(&path("M 172 344 C 178 372 222 372 228 344"), gold, 2.0);
            canvas.fill(&circle(200.0, 367.0, 4.4), gold);
        }
    }
}
