"""Marks that several modules of tests share."""

import pytest

CONTRACT = "tests/contract/test_contract.py"

# what proves something rare at length, by the beginnings of ids: `make test-all` runs it, before a
# release and after a change of what it proves; `make test` has shorter tests of the same
SLOW = (
    f"{CONTRACT}::test_plain_play_is_compiled_play[many-",
    f"{CONTRACT}::test_results_do_not_depend_on_threads[president]",
    f"{CONTRACT}::test_hidden_cards_do_not_show[many-",
    "tests/docs/test_pages.py::test_the_cells_of_a_notebook_run[notebooks/a-player-of-your-own.md]",
    "tests/docs/test_pages.py::test_the_cells_of_a_notebook_run[notebooks/cards-on-the-table.md]",
    "tests/docs/test_site.py",
    "tests/games/test_mason_rummy_players.py::test_good_chooses_the_same_plain_and_compiled",
    "tests/games/test_penney_audit.py::test_a_right_table_of_unknown_size[0]",
    "tests/games/test_penney_audit.py::test_any_table_gets_a_verdict_or_one_line",
    "tests/games/test_penney_causes.py::test_decks_that_are_not_those_of_the_rules_are_named[five",
    "tests/games/test_penney_decks.py::test_the_document_s_table_of_five_million_decks",
    "tests/games/test_penney_causes.py::test_percents_of_decks_counted_again[2]",
    "tests/games/test_reasons.py::test_each_reason_has_a_word_and_each_word_a_reason",
    "tests/games/test_reasons.py::test_what_programs_read_is_the_same_in_every_language",
    "tests/history/test_review.py::test_a_planted_blunder_costs_most",
    "tests/history/test_review.py::test_a_strong_player_makes_few_mistakes",
    "tests/learning/test_gym.py::test_compiled_play_is_plain_play[AI-tranca]",
    "tests/learning/test_gym.py::test_compiled_play_is_plain_play[random-mason-rummy]",
    "tests/learning/test_gym.py::test_compiled_play_is_plain_play[random-tranca]",
    "tests/learning/test_openspiel.py::test_openspiel_finds_the_value_of_three_card_poker",
    "tests/learning/test_vector.py::test_compiled_play_is_plain_play[tranca]",
    "tests/learning/test_training.py::test_a_training_gets_better_and_can_be_broken_off",
    "tests/oracles/test_president.py",
    "tests/oracles/test_tranca_game.py",
    "tests/page/test_evening.py",
    "tests/page/test_names.py::test_a_hint_that_takes_long_shows_it_and_can_be_cancelled",
    "tests/page/test_own_games.py::test_leduc_is_played_by_mouse_between_two_browsers[desktop]",
    "tests/page/test_own_games.py::test_crazy_eights_is_played_by_taps_and_drops[desktop]",
    "tests/page/test_play.py::test_every_move_is_a_tap_on_a_place_of_the_table[mason-rummy]",
    "tests/page/test_play.py::test_every_move_is_a_tap_on_a_place_of_the_table[president]",
    "tests/page/test_table.py::test_a_round_is_seen_again_by_keys_buttons_and_slider[desktop]",
    "tests/page/test_waking.py::test_a_service_that_comes_back_as_a_newer_one_is_offered",
    "tests/penney/test_killed.py",
    "tests/penney/test_tables.py::test_any_damaged_table_is_read_or_refused",
    "tests/penney/test_tables.py::test_wrong_tables_are_not_consistent_in_any_form",
    "tests/screen/test_rounds.py::test_two_people_at_one_screen_play_a_game_of_another_package",
    "tests/screen/test_windows.py",
    "tests/service/test_daily.py::test_strong_plays_the_same_deal[president]",
    "tests/service/test_two_services.py",
    "tests/service/test_windows.py::test_a_window_that_is_stopped",
    "tests/service/test_windows.py::test_windows_killed_at_any_moment",
    "tests/site/test_asleep.py",
    "tests/site/test_cells.py",
    "tests/site/test_engines.py",
    "tests/site/test_evening.py",
    "tests/site/test_positions.py",
    "tests/site/test_site.py",
    "tests/site/test_updates.py",
    "tests/simulate/test_cluster.py",
    "tests/simulate/test_matches.py::test_compiled_matches_are_plain_matches[president-",
    "tests/test_penney_commands.py::test_a_simulation_depends_on_its_seed_alone",
    "tests/test_penney_commands.py::test_ctrl_c_keeps_what_a_simulation_has_done",
    "tests/test_penney_commands.py::test_what_has_to_be_compiled_first_is_said_where",
    "tests/test_search.py::test_a_search_chooses_the_same_plain_and_compiled[president]",
    "tests/test_search.py::test_a_search_chooses_the_same_plain_and_compiled[tranca]",
    "tests/test_search.py::test_a_search_plays_whole_matches_and_tells_what_it_saw[president]",
    "tests/test_search.py::test_a_search_is_better_than_the_player_it_stands_on",
    "tests/test_search.py::test_a_search_sees_nothing_hidden",
    "tests/test_search.py::test_the_stated_interval_covers_what_a_far_larger_search_says[all]",
    "tests/vision/test_shipped.py::test_cards_whose_marks_are_smudged_leave_a_trace",
    "tests/vision/test_shipped.py::test_looking_at_guesses_makes_fewer_mistakes",
    "tests/vision/test_shipped.py::test_outlines_are_corrected_by_their_edges",
    "tests/vision/test_shipped.py::test_right_guesses_look_right",
)


def first_measured(values, n):
    """Parameters of a test of which the first `n` show all that coverage can tell.

    The others do the same with other chances; a tracer would make plain rules many times slower.
    """
    return [
        value if number < n else pytest.param(value, marks=pytest.mark.no_cover)
        for number, value in enumerate(values)
    ]
