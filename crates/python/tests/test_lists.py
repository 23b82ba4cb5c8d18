"""Openings, spellings of names, named searches and near duplicates."""

import bgo
import polars
import pytest
from conftest import World, sgf

MOVES = "pd dp pp dd qf nc cf fc jd qn nq rp qk dj jq ck hc on pj cn dm cm dl cl dk ci dn co gq pr iq kq"


def test_the_openings_of_a_position_are_those_of_its_games(selfplay: bgo.Database) -> None:
    answer = selfplay.openings("pd", limit=1000)
    assert answer.games == selfplay.search("pd").games
    assert answer.count == len(answer.openings) > 10
    for opening in answer.openings:
        assert opening.games == len(selfplay.games("pd", opening="=" + opening.name))
        assert opening.source.startswith("https://") and set(opening.names) == {"en", "ja", "ko", "zh", "zh-Hant"}
    counts = [opening.games for opening in answer.openings]
    assert counts == sorted(counts, reverse=True)
    assert selfplay.openings("pd", limit=2).openings == answer.openings[:2]
    assert polars.DataFrame(answer)["name"][0] == answer.openings[0].name


def test_games_that_differ_in_a_move_are_near_duplicates(world: World) -> None:
    others = MOVES.replace("qf", "pf")
    db = world([sgf("SZ[19]PB[a]", MOVES), sgf("SZ[19]PB[b]", others), sgf("SZ[19]PB[a]", MOVES.rsplit(" ", 1)[0])])
    near = db.near_duplicates()
    assert [(pair.first, pair.second) for pair in near.pairs] == [(1, 2), (1, 3), (2, 3)]
    assert near.pairs[0].moves == (bgo.ChangedMove(5, "qf", "pf"),) and near.pairs[1].moves == ()
    assert bgo.Difference("black", "a", "b") in near.pairs[0].differences
    assert db.near_duplicates(offset=1, limit=1) == bgo.NearDuplicates(3, near.pairs[1:2])
    assert polars.DataFrame(near)["changed_moves"].to_list() == [1, 0, 1]
    with pytest.raises(bgo.UsageError, match="limit"):
        db.near_duplicates(limit=-1)


def test_spellings_of_a_player_are_one(world: World) -> None:
    db = world([sgf("SZ[9]PB[Ke Jie]PW[x]", "ee"), sgf("SZ[9]PB[柯洁]PW[x]", "ee cc"), sgf("SZ[9]PB[KeJie]", "cc")])
    assert db.aliases() == ()
    assert db.proposed_aliases() == (bgo.ProposedAlias("Ke Jie", "KeJie", 0),)
    one = db.add_aliases("Ke Jie", "柯洁", "KeJie")
    assert db.aliases() == (one,) == (bgo.AliasedPlayer("Ke Jie", ("柯洁", "KeJie")),)
    assert len(db.games(player="=柯洁")) == 3
    with pytest.raises(bgo.NotFoundError, match="nobody"):
        db.add_aliases("Ke Jie", "nobody")
    assert (db.remove_alias("KeJie"), db.remove_alias("KeJie")) == (True, False)
    assert len(db.games(player="=柯洁")) == 2


def test_a_search_may_have_a_name(world: World) -> None:
    db = world([sgf("PB[a]", "pd dp"), sgf("PB[b]", "pd dd")])
    with pytest.raises(bgo.NotFoundError, match='no search is called "here"; none has a name'):
        db.search_named("here")
    db.name("here", "pd", player="a")
    db.name("there", area="corner,5")
    assert db.names()[0] == bgo.NamedQuestion("here", "moves=pd player=a", 1)
    assert [named.name for named in db.names()] == ["here", "there"]
    assert db.search_named("HERE") == db.search("pd", player="a")
    with pytest.raises(bgo.UsageError, match='"here" already names moves=pd player=a; overwrite=True replaces it'):
        db.name("here", "dp")
    db.name("here", "pd", overwrite=True)
    assert db.search_named("here", full=True).games == 2
    for wrong in ("", " "):
        with pytest.raises(bgo.UsageError, match="at least one character"):
            db.name(wrong, "pd")
    db.remove_name("here")
    with pytest.raises(bgo.NotFoundError, match='there is "there"'):
        db.remove_name("here")


def test_the_card_of_a_player_tells_who_left_the_common_lines(selfplay: bgo.Database) -> None:
    name = "=GNU Go 3.8 level -10"
    departures = selfplay.player(name).departures
    latest = selfplay.novelties(player=name, limit=50).novelties
    against_others = [novelty for novelty in latest if novelty.black != novelty.white]
    assert departures.games == len(against_others)
    left = [novelty for novelty in against_others if novelty.move_number]
    own = [novelty for novelty in left if (novelty.black == name[1:]) == (novelty.color == "B")]
    assert (departures.by_player.games, departures.by_opponent.games) == (len(own), len(left) - len(own))
